// The entry for `require` in Node, where the module is loaded at once.
const ferz = require("./node/ferz.js");

/** Returns everything that the module exports, as in a browser. */
module.exports = { ...ferz, load: async () => ferz };
