// The old place of the list of refusals.
export { type FailureReason, failureCodes, failureReasons, failures } from '../failures.ts'
