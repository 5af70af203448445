export { listOfKind } from './of-kind.ts';
