// What the sandbox's bank has to remember: which transfers it has left without an answer once.

export const sandboxBank = {
  name: '0013-sandbox-bank',
  statements: ['create table sandbox_unanswered (tracking_key text primary key)'],
}
