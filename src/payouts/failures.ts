// Refusals of affiliates, and of changes of the account that payouts go to.
import type { FailureTable } from '../core/failure-table.ts'

export const payoutFailures = {
  'affiliate-registered': [
    'InvalidTransactionException',
    409,
    'Ese afiliado ya está registrado',
    'This affiliate is already registered',
  ],
  'affiliate-unchanged': [
    'InvalidParamException',
    400,
    'No hay ningún cambio que guardar',
    'There is no change to save',
    [
      'No hay ningún cambio que guardar: envía al menos uno de name, email o clabe',
      'There is no change to save: send at least one of name, email or clabe',
    ],
  ],
  'payout-account-changing': [
    'InvalidTransactionException',
    409,
    'Ya hay otro cambio de cuenta en curso; cancélalo antes de pedir uno nuevo',
    'Another change of the account is under way; cancel it before you ask for a new one',
  ],
  'payout-account-changes-too-many': [
    'TooManyRequestsException',
    429,
    'La cuenta pidió {limit} cambios en 24 horas; intenta mañana',
    'The account has asked for {limit} changes in 24 hours; try again tomorrow',
  ],
  'payout-account-unchanged': [
    'InvalidTransactionException',
    409,
    'No hay un cambio de cuenta que espere esto',
    'No change of the account waits for this',
  ],
  'confirmation-code-wrong': [
    'InvalidParamException',
    403,
    'El código no es correcto; quedan {left} intentos',
    'The code is not right; {left} tries are left',
  ],
  'confirmation-needs-another': [
    'InvalidCredentialsException',
    403,
    'Confirma con el código del correo, o con la credencial de otro operador',
    'Confirm with the code of the e-mail, or with the credential of another operator',
  ],
} as const satisfies FailureTable
