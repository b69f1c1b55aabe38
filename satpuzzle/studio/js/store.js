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

// Store a value, or delete it if it is undefined; return whether this succeeded.
/** @type {(name: string, value: any) => Promise<boolean>} */
export async function keep(name, value) {
  try {
    await within("readwrite", (table) =>
      value === undefined ? table.delete(`${WHERE} ${name}`) : table.put(value, `${WHERE} ${name}`),
    );
    return true;
  } catch {
    return false;
  }
}
