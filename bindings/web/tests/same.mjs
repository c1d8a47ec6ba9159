// Compares the module in Node with the native program.
//
//   node bindings/web/tests/same.mjs [POSITIONS]     5,000 by default
import { compare, standsInNode, told } from "./positions.mjs";

const found = await compare(Number(process.argv[2] ?? 5000), { node: standsInNode() });
process.exit(told(found, "in Node") ? 0 : 1);
