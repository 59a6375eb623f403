// The cost of a password's hash in stories: they sign in hundreds of people, and at the cost of production a third of the processor time of the
// console's stories went into hashing. The cost of production has a test of its own.
import type { PasswordCost } from '../../../src/console/sign-in/passwords.ts'

export const LEAST_COST: PasswordCost = { memory: 64, passes: 1 }
