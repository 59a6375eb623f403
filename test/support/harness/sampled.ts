// A part of the cases of a long test, another one for each seed: `COBRO_TEST_EVERY=1` takes all of them.
import { SEED } from './same-seed.ts'

export const EVERY = process.env.COBRO_TEST_EVERY === '1' || process.env.COBRO_TEST_CRASHES === 'all'

/** Every nth case, from one that the seed and `at` say: with `at` from 0 to n - 1 each case is taken once. */
export function everyNth<C>(cases: readonly C[], n: number, at: number): C[] {
  return EVERY ? [...cases] : cases.filter((_, index) => (index + at + SEED) % n === 0)
}
