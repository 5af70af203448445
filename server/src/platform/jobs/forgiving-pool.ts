import type pg from 'pg';

type Release = (broken?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * A pool for the job runner's library, which gives a connection back twice where it dies while it is being given back. The pool throws then, nobody
 * hears it, and the process would end: here the second time means nothing.
 */
export const forgivingPool = (pool: pg.Pool): pg.Pool =>
  new Proxy(pool, {
    get(target, key, receiver) {
      if (key !== 'connect') return Reflect.get(target, key, receiver) as unknown;
      return (connected?: Connected) => {
        if (connected === undefined) return target.connect();
        return target.connect((error, client, release) => {
          let isReleased = false;
          connected(error, client, (broken) => {
            if (isReleased) return;
            isReleased = true;
            release(broken);
          });
        });
      };
    },
  });
