// Loaded into the server before anything else: its clock is moved by the milliseconds in the file that KONTOR_CHAOS_CLOCK names.
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';

const LOOK_MS = 100;
const FLUSH_MS = 5000;
const file = process.env['KONTOR_CHAOS_CLOCK'];
const RealDate = Date;
let shift = 0;

function readShift(): void {
  try {
    shift = Number(readFileSync(file ?? '', 'utf8')) || 0;
  } catch {
    shift = 0;
  }
}

class MovedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

if (file !== undefined) {
  readShift();
  setInterval(readShift, LOOK_MS).unref();
  // A server that is killed never comes to writing down what it has compiled, and the next one would have to do it all again.
  setTimeout(flushCompileCache, FLUSH_MS).unref();
  globalThis.Date = MovedDate as DateConstructor;
}
