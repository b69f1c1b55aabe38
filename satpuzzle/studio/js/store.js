// Data that the browser stores for this page: the current puzzle, searches, and how often puzzles were solved.  The
// page also works if the browser stores nothing.
const NAME = "satpuzzle-studio";
const TABLE = "kept";
const WHERE = location.protocol + location.pathname;
/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** @type {(mode: IDBTransactionMode, act: (table: IDBObjectStore) => IDBRequest) => Promise<any>} */
async function within(mode, act) {
  const transaction = (await database()).transaction(TABLE, mode);
  const request = act(transaction.objectStore(TABLE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// Return the data stored under a name, or undefined.
/** @type {(name: string) => Promise<any>} */
export async function recall(name) {
  try {
    return await within("readonly", (table) => table.get(`${WHERE} ${name}`));
  } catch {
    return undefined;
  }
}

// Store a value, or what a function makes of the one that is stored, with which no other tab interferes; return whether this
// succeeded.
/** @type {(name: string, value: any) => Promise<boolean>} */
export async function keep(name, value) {
  const at = `${WHERE} ${name}`;
  try {
    await within("readwrite", (table) => {
      if (typeof value !== "function") return table.put(value, at);
      const read = table.get(at);
      read.onsuccess = () => table.put(value(read.result), at);
      return read;
    });
    return true;
  } catch {
    return false;
  }
}
