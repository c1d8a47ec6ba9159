declare module "virtual:module" {
  /** The module, compressed and in letters. */
  const packed: string;
  export default packed;
}
