// The calls that play the payer, the bank and the clock. Production does not have them.
import type { Body, Call, CallOptions } from '../call.ts'

export function sandboxCalls(call: Call) {
  return {
    /** Plays the payer and the clock; production does not have these calls. */
    sandbox: {
      payAtStore: (payment: Body<'POST /v1/sandbox/pay/store'>, options?: CallOptions) =>
        call('POST /v1/sandbox/pay/store', { body: payment }, options),
      payBySpei: (payment: Body<'POST /v1/sandbox/pay/spei'>, options?: CallOptions) =>
        call('POST /v1/sandbox/pay/spei', { body: payment }, options),
      /** The bank disputes a card payment, at once or after some time. */
      dispute: (asked: Body<'POST /v1/sandbox/disputes'>, options?: CallOptions) =>
        call('POST /v1/sandbox/disputes', { body: asked }, options),
      /** The bank decides. */
      decideDispute: (dispute: string, outcome: 'won' | 'lost', options?: CallOptions) =>
        call('POST /v1/sandbox/disputes/{dispute}', { path: { dispute }, body: { outcome } }, options),
      clock: (options?: CallOptions) => call('GET /v1/sandbox/clock', {}, options),
      changeClock: (change: Body<'PUT /v1/sandbox/clock'>, options?: CallOptions) =>
        call('PUT /v1/sandbox/clock', { body: change }, options),
    },
  }
}
