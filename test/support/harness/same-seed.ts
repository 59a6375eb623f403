// Gives every property test of a run the same seed each time, so that a full run of the same code has the same result.
import fc from 'fast-check'

export const SEED = Number(process.env.COBRO_TEST_SEED ?? 20_261_122)

fc.configureGlobal({ seed: SEED })
