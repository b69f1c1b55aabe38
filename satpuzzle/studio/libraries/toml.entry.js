// What files.js uses of smol-toml; README.md says how it is bundled.
export { parse, TomlError } from "smol-toml";
