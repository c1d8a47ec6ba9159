declare module "virtual:module" {
  /** The module, compressed and encoded as text. */
  const packed: string;
  export default packed;
}

declare module "virtual:drawing" {
  /** The content of `data/boards.toml`, with the outlines of its characters in a square of 100 by 100 around the origin. */
  const drawing: {
    styles: {
      families?: string[];
      games?: string[];
      board?: "points";
      pieces?: "discs" | "pentagons";
      inks?: [string, string];
      promoted?: string[];
      signs?: Record<string, string | [string, string]>;
    }[];
    regions: Record<string, "diagonals" | "bank" | "citadel" | "reserve">;
    families: Record<string, string>;
    glyphs: Record<string, string>;
  };
  export default drawing;
}

declare module "virtual:outlines" {
  /** The outlines of the second set of pictures, by name. */
  const outlines: Record<string, string>;
  export default outlines;
}

declare module "virtual:book" {
  /** The sections of the book's page about the language as HTML, by title. */
  const sections: Record<string, string>;
  export default sections;
}
