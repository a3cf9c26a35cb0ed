/** The release of Flux that a repository installs. */

/** What names a release: the header of `gotk-components.yaml`, the tag of an OCI artifact, a URL, and a FluxInstance. */
const PINS = [
  /# Flux Version: v?(\d+)\.(\d+)/g,
  /\/flux-manifests["']?\s[\s\S]{0,400}?\btag: ["']?v?(\d+)\.(\d+)/g,
  /fluxcd\/flux2\/(?:manifests\/install\?ref=|releases\/download\/)v?(\d+)\.(\d+)/g,
  /\bdistribution:\s[\s\S]{0,400}?\bversion: ["']?v?(\d+)\.(\d+)/g,
];

/** The first release in which a variable that is not set is an error. */
const STRICT = [2, 9] as const;

/** What the files of a repository say about variables that are not set. */
export class FluxVersion {
  private isPinned = false;
  private isSince = false;

  /** Reads the text of a file. */
  add(text: string): void {
    if (text.includes("StrictPostBuildSubstitutions=true")) this.isSince = true;
    if (!/Flux Version|flux-manifests|fluxcd\/flux2\/|distribution:/.test(text)) return;
    for (const [, ...numbers] of PINS.flatMap((pin) => [...text.matchAll(pin)])) {
      const [major = 0, minor = 0] = numbers.map(Number);
      this.isPinned = true;
      if (major > STRICT[0] || (major === STRICT[0] && minor >= STRICT[1])) this.isSince = true;
    }
  }

  /** Whether a variable that is not set is an error. Without a release before 2.9, it is. */
  get isStrict(): boolean {
    return !this.isPinned || this.isSince;
  }
}
