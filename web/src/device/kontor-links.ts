/** The plugin of the shells' own that leads out of the app: docs/native.md says what its method does. */
export interface KontorLinks {
  /** Rejects where the phone has no browser. */
  browse(of: { readonly url: string }): Promise<void>;
}
