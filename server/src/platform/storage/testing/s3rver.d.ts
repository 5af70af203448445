declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  /** The files of its objects. */
  export interface Store {
    getResourcePath(bucket: string, key: string, resource: string): string;
    putObject(object: { bucket: string; key: string }): Promise<unknown>;
  }
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
    });
    readonly store: Store;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
