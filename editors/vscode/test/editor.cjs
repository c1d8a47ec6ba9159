// A stand-in for VS Code, in which the built extension runs with the real client of the language server. It records commands, messages,
// and terminals. Everything else that the client touches is a stand-in that does nothing.
const Module = require("node:module");

/** Returns something that can be called, constructed, and asked for any property. */
function anything(known = {}) {
  const target = function () {};
  return new Proxy(target, {
    get: (_, name) => {
      if (name in known) return known[name];
      // A stand-in is neither a promise nor a list.
      if (name === "then" || name === "length") return undefined;
      if (name === Symbol.toPrimitive) return () => "";
      if (name === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (name === "prototype") return target.prototype;
      return (known[name] = anything());
    },
    apply: () => anything(),
    construct: () => anything(),
  });
}

class EventEmitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value) {
    for (const one of this.listeners) one(value);
  }
  dispose() {}
}

// VS Code logs promises that fail without a handler, and goes on.
process.on("unhandledRejection", () => undefined);

/** Starts the extension of a file. `settings` are read again at every start of the server. */
exports.start = async (file, settings, shell = "/bin/bash") => {
  const editor = { commands: {}, messages: [], lines: [], providers: {} };
  const disposable = { dispose() {} };
  const say = async (text) => void editor.messages.push(text);
  const vscode = anything({
    version: "1.90.0",
    EventEmitter,
    Disposable: class {
      constructor(dispose) {
        this.dispose = dispose ?? (() => undefined);
      }
    },
    env: anything({ shell, appName: "test", language: "en" }),
    commands: anything({
      registerCommand: (name, run) => {
        editor.commands[name] = run;
        return disposable;
      },
    }),
    window: anything({
      showErrorMessage: say,
      showInformationMessage: say,
      showWarningMessage: say,
      createTerminal: () => ({ show() {}, sendText: (line) => editor.lines.push(line) }),
      activeTextEditor: undefined,
      visibleTextEditors: [],
      tabGroups: anything({ all: [] }),
    }),
    workspace: anything({
      isTrusted: true,
      textDocuments: [],
      notebookDocuments: [],
      workspaceFolders: undefined,
      findFiles: async () => [],
      registerTextDocumentContentProvider: (scheme, provider) => {
        editor.providers[scheme] = provider;
        return disposable;
      },
      getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise, inspect: () => undefined }),
    }),
  });
  const load = Module._load;
  // The bundle copies the properties of a module, but inherits from its prototype.
  const stand = Object.create(vscode);
  Module._load = (name, ...rest) => (name === "vscode" ? stand : load(name, ...rest));
  delete require.cache[require.resolve(file)];
  const extension = require(file);
  Module._load = load;
  editor.stop = () => extension.deactivate();
  await extension.activate({ extensionPath: "/no/such", subscriptions: [] });
  return editor;
};
