import type { Config } from './platform/config/config.ts';

/** Under which names a server that listens on a port answers, and whom it lets ask. */
export function hostSettings(config: Config, port: number) {
  const plain = ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [host, `${host}:${port}`]);
  if (config.publicUrl !== undefined) plain.push(new URL(config.publicUrl).host);
  const domains = config.domains.map((domain) =>
    domain === `localhost:${config.port}` ? `localhost:${port}` : domain,
  );
  const isSecure = config.publicUrl !== undefined && new URL(config.publicUrl).protocol === 'https:';
  return { domains, origins: config.origins, plainHosts: plain, isSecure };
}
