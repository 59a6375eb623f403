// Gives every property test of a run the same seed each time, so that a full run says the same of the same code.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.COBRO_TEST_SEED ?? 20_261_122) })
