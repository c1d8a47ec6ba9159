declare module "virtual:module" {
  /** The module, compressed and encoded as text. */
  const packed: string;
  export default packed;
}
