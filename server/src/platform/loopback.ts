/** Whether a host, as a name, an address or an address in brackets, is this machine: nobody else can listen on the way there. */
export const isLoopback = (host: string): boolean => /^localhost$|^::1$|^\[::1\]$|^127(?:\.\d{1,3}){3}$/.test(host);
