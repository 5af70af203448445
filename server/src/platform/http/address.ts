/** Where a request comes from; empty once its connection is gone, which the library's type does not say. */
export const addressOf = ({ ip }: { readonly ip: string | undefined }): string => ip ?? '';
