// What qr.js uses of uqr; README.md says how it is bundled.
export { encode } from "uqr";
