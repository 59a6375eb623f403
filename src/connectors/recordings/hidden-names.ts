// The names of members, fields, elements and parameters whose value no recording keeps.

/** Of who somebody is; a request may have them or not. */
export const PERSON =
  /^(first_?|last_?|holder_?|payer_?|beneficiary_?|card_?holder_?)?name$|^(card_?)?holder$|^titular|^nombre|^apellido|^rfc|^curp|e-?mail|phone|^(tel|telefono|celular)|address|^domicilio|^line[123]$|^postal_?code$|^ip(_address)?$|^device_?session/i
const CODE =
  /(^|_)(cvv2?|cvc2?|cav2|cid|csc|security_?code|verification_?code|pin|nip|pin_?block|track_?[12]?(_?data)?|emv(_?data)?)(_?(code|value|number))?$/i
const EXPIRATION = /^(card_)?(expiration|expiry|exp|vencimiento|(expiration|expiry|exp)_?(year|month|date))$/i
const SECRET =
  /(^|_)(firma|signature|hmac|password|passwd|contrasena|secret|api_?key|private_?key|(access|refresh|session|bearer)_?token)$|^authorization$/i
const HIDDEN = [PERSON, CODE, EXPIRATION, SECRET]

/** Whether nothing of a value of this name is kept, nor of what is below it. Sample: `cardSecurityCode`, as `card_security_code`. */
export function isHidden(name: string): boolean {
  return [name, name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')].some((one) => HIDDEN.some((form) => form.test(one)))
}
