// Writes a Homebrew formula and a Scoop manifest from the checksums of a release: node tools/release/manifests.mjs VERSION FOLDER
//
// The folder holds the files `ARCHIVE.sha256` of `archive`. Without the address of the repository, nothing is written.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { repository, site } = JSON.parse(readFileSync(join(root, "addresses.json"), "utf8"));
const [version, folder] = process.argv.slice(2);
if (!repository) {
  console.log("skipped the formula and the manifest, because addresses.json has no repository");
  process.exit(process.env.STRICT === "1" ? 1 : 0);
}

const sums = new Map(readdirSync(folder).filter((name) => name.endsWith(".sha256")).map((name) => {
  const [sum, archive] = readFileSync(join(folder, name), "utf8").trim().split(/ [ *]/);
  return [archive, sum];
}));
const description = "Compiler and interpreter for the rules of chess variants";

/** Returns the address and the checksum of the archive for a target. */
function archive(target, ending = "tar.gz") {
  const name = `ferz-v${version}-${target}.${ending}`;
  if (!sums.has(name)) throw new Error(`${folder} has no checksum of ${name}`);
  return { url: `${repository}/releases/download/v${version}/${name}`, sum: sums.get(name), folder: `ferz-v${version}-${target}` };
}

/** Returns the lines of a formula for a system and a processor. */
function stanza(processor, target) {
  const { url, sum } = archive(target);
  return `    on_${processor} do\n      url "${url}"\n      sha256 "${sum}"\n    end\n`;
}

writeFileSync(join(folder, "ferz.rb"), `class Ferz < Formula
  desc "${description}"
  homepage "${site || repository}"
  version "${version}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
${stanza("arm", "aarch64-apple-darwin")}${stanza("intel", "x86_64-apple-darwin")}  end

  on_linux do
${stanza("arm", "aarch64-unknown-linux-musl")}${stanza("intel", "x86_64-unknown-linux-musl")}  end

  def install
    # The program finds the runtime of its pages beside itself.
    libexec.install "ferz", "ferz-runtime.js"
    bin.write_exec_script libexec/"ferz"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/ferz.bash" => "ferz"
    zsh_completion.install "completions/ferz.zsh" => "_ferz"
    fish_completion.install "completions/ferz.fish"
    doc.install "docs", "notices.txt"
  end

  test do
    assert_equal "576", shell_output("#{bin}/ferz perft tamerlane --depth 2").strip
  end
end
`);
const windows = archive("x86_64-pc-windows-msvc", "zip");
const manifest = {
  version,
  description,
  homepage: site || repository,
  license: "MIT|Apache-2.0",
  architecture: { "64bit": { url: windows.url, hash: windows.sum, extract_dir: windows.folder } },
  bin: "ferz.exe",
  checkver: { github: repository },
  autoupdate: { architecture: { "64bit": { url: windows.url.replaceAll(version, "$version"), extract_dir: windows.folder.replaceAll(version, "$version") } } },
};
writeFileSync(join(folder, "ferz.json"), `${JSON.stringify(manifest, null, 4)}\n`);
console.log(`${join(folder, "ferz.rb")} and ferz.json for ${version}`);
