// Refusals of people: how they sign in, what their role is, and what another of them approves.
import type { FailureTable } from '../core/failure-table.ts'

export const consoleFailures = {
  'sign-in-refused': [
    'InvalidCredentialsException',
    401,
    'El correo, la contraseña o el código no son correctos',
    'The e-mail, the password or the code is not right',
  ],
  'second-factor-needed': [
    'SecondFactorException',
    401,
    'Falta tu segundo factor: el código de tu aplicación, o tu llave de acceso',
    'Your second factor is missing: the code of your app, or your passkey',
  ],
  'second-factor-required': [
    'SecondFactorException',
    403,
    'Tu rol en esta cuenta necesita un segundo factor: configúralo antes de seguir',
    'Your role in this account needs a second factor: set one up before you go on',
  ],
  'passkey-refused': [
    'InvalidCredentialsException',
    401,
    'La llave de acceso no abrió: es de otra cuenta, ya se quitó o tardó demasiado; intenta de nuevo',
    'The passkey was not accepted: it is of another account, was removed or took too long; try again',
  ],
  'passkeys-need-a-name': [
    'InvalidParamException',
    409,
    'Las llaves de acceso necesitan un nombre: en BASE_URL, un dominio en lugar de números',
    'Passkeys need a domain name in BASE_URL, not a numeric address',
  ],
  'invitation-invalid': [
    'InvalidAuthTokenException',
    400,
    'La invitación no vale: ya se usó, venció o se retiró',
    'The invitation is not valid: it was used, has expired or was withdrawn',
  ],
  'person-needed': [
    'InvalidCredentialsException',
    403,
    'Esto lo hace una persona con sesión en la consola, no una credencial',
    'Only a person who is signed in at the console can do this',
  ],
  'role-missing': [
    'InvalidCredentialsException',
    403,
    'Tu rol en la cuenta no permite esto',
    'Your role in the account does not allow this',
  ],
  'role-held': [
    'InvalidParamException',
    409,
    'Esa persona ya tiene en la cuenta un rol que puede más: cámbialo en Personas',
    'This person has a role in the account that may do more: change it at People',
  ],
  'second-person-missing': [
    'SecondPersonException',
    409,
    'Falta otra persona en la cuenta que pueda aprobarlo. Con la regla puesta, pide a quien opera el servicio que la invite o que quite la regla',
    'Nobody else in the account may approve this: have the operator of the service invite a person or remove the rule',
  ],
  'second-person-terminal': [
    'SecondPersonException',
    409,
    'En esta cuenta dos personas deciden a quién se invita: una persona sola lo hace únicamente en la terminal del servicio, con cobro users invite',
    'In this account two people decide who is invited: one person alone does it only at a terminal of the service, with cobro users invite',
  ],
  'dispute-not-for-rest': [
    'InvalidTransactionException',
    409,
    'No queda nada del pago por lo que abrir la aclaración, o el aviso contradice lo registrado',
    'Nothing is left of the payment for the dispute to open, or the report contradicts what is on record',
  ],
  'approval-own': [
    'SecondPersonException',
    403,
    'Lo pediste tú: lo decide otra persona',
    'You asked for it: another person decides',
  ],
  'approval-over': [
    'SecondPersonException',
    409,
    'Esta solicitud ya no espera: se decidió, se retiró, venció o ya no hay nada que hacer',
    'This request is no longer open: it was decided, withdrawn, has expired, or nothing is left to do',
  ],
  'approval-limit': [
    'SecondPersonException',
    409,
    'Ya esperan {limit} solicitudes: decidan o retiren alguna primero',
    '{limit} requests wait already: decide or withdraw one first',
  ],
  'last-owner': [
    'InvalidParamException',
    409,
    'La cuenta se quedaría sin dueño: nombra otro primero',
    'The account would be left without an owner: name another first',
  ],
  'page-outdated': [
    'PageOutdatedException',
    403,
    'Esta página es de otra cuenta o de otra sesión; vuelve a cargarla',
    'This page belongs to another account or session; load it again',
  ],
} as const satisfies FailureTable
