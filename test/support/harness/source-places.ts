// Errors of a test run name the places in the sources, though what runs is the bundle.
import { sourceStack } from '../../../src/api/faults/source-stack.ts'

Error.prepareStackTrace = (error, trace) => sourceStack([error, ...trace.map((place) => `    at ${place}`)].join('\n'))
