/** The release of Flux that a repository installs. */

/**
 * What names a release, and the release in the text that follows: the header of `gotk-components.yaml`, the tag of an OCI
 * artifact, a URL, and a FluxInstance.
 */
const PINS = [
  { name: /# Flux Version: /g, release: /^v?(\d+)\.(\d+)/ },
  { name: /\/flux-manifests["']?\s/g, release: /\btag: ["']?v?(\d+)\.(\d+)/ },
  { name: /fluxcd\/flux2\/(?:manifests\/install\?ref=|releases\/download\/)/g, release: /^v?(\d+)\.(\d+)/ },
  { name: /\bdistribution:\s/g, release: /\bversion: ["']?v?(\d+)\.(\d+)/ },
];

/** How far from its name a release is searched. */
const MAX_DISTANCE = 400;

/** The first release in which a variable that is not set is an error. */
const STRICT = [2, 9] as const;

/** What the files of a repository say about variables that are not set. */
export class FluxVersion {
  private isPinned = false;
  private isSince = false;
  private isOff = false;

  /** Reads the text of a file. */
  add(text: string): void {
    const gate = /StrictPostBuildSubstitutions=(true|false)/.exec(text)?.[1];
    if (gate === "true") this.isSince = true;
    if (gate === "false") this.isOff = true;
    if (!/Flux Version|flux-manifests|fluxcd\/flux2\/|distribution:/.test(text)) return;
    for (const { name, release } of PINS) {
      for (const { 0: found, index } of text.matchAll(name)) {
        const end = index + found.length;
        const numbers = release.exec(text.slice(end, end + MAX_DISTANCE));
        if (numbers !== null) this.addRelease(Number(numbers[1]), Number(numbers[2]));
      }
    }
  }

  private addRelease(major: number, minor: number): void {
    this.isPinned = true;
    if (major > STRICT[0] || (major === STRICT[0] && minor >= STRICT[1])) this.isSince = true;
  }

  /** Whether a variable that is not set is an error. It is, without a release before 2.9 or a feature gate. */
  get isStrict(): boolean {
    return !this.isOff && (!this.isPinned || this.isSince);
  }
}
