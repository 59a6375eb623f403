// What the description of the API says of a card payment: what its message holds, what is answered, and what a repeat does.
export const CARD_PAYMENT_TEXT = `The sealed message is the charge. It has:

* \`recurrent\`: a token or a saved card
* \`payment.external.transaction\`, \`payment.reference.number\` and \`payment.reference.description\`
* \`payment.total.amount\` and \`payment.total.currency\` (MXN)

It may have:

* \`payment.tip.amount\`: a part of the total
* \`payment.affiliated.user\` with \`payment.affiliated.total_fee\`: an affiliate and their share
* \`months\`: monthly payments without interest
* \`capture\`: with false the amount is authorised only (status A). Capture it, or a part of it, with \`POST /v1/operations/{id}/capture\` before \`authorized_until\`. Where the acquirer cannot, the charge is refused (\`capture-not-offered\`)
* \`return_url\`: where the payer returns from the bank’s authentication; https, in the sandbox also this machine
* \`payer\` (\`name\`, \`email\`, \`phone\`, \`address\`) and \`device_session_id\`, for the bank; the texts of \`bank\` in the metadata are sent to it too

Flat names (\`payment::total::amount\`) mean the same. \`installments\` and \`payment.total.months\` mean \`months\`. What is not known is ignored and named in \`Ignored-Parameters\`. A term of money that is not carried out, such as a share under another name, is refused by its name; so is a copy of a term that says something else, such as a \`payment.amount\` beside \`payment.total\`.

**Answers.** A bank that declines is answered with 402 and its response. While the bank’s answer is awaited, \`status\` is false and the record’s status P.

**3-D Secure.** When the bank wants the payer to authenticate, \`status\` is false too, and \`payer_url\` is an address: send the payer there. Learn the outcome by a webhook, or read the operation when the payer is back at \`return_url\`, to which \`transaction\` is added. A payer who does not authenticate within 15 minutes is declined with \`payer-absent\`.

**Repeats.** A charge under the same external transaction is answered with the first payment, unless \`PUT /v1/payment-rules\` says that external transactions are free. So is the same \`key\` with the same \`data\`, whatever comes with them. These answers have \`Idempotent-Replayed: true\`. A \`key\` with other \`data\`, in another account or in another call is refused.`
