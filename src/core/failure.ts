// Every refusal the service can give, in one closed table: the code clients branch on, the HTTP status, and both languages.

/** `[code on the wire, HTTP status, Spanish, English]`; `{name}` is filled from the failure's values. */
export const failures = {
  'parameters-invalid': [
    'InvalidParamException',
    400,
    'Los datos enviados no son válidos',
    'The data sent is not valid',
  ],
  'body-not-json': [
    'InvalidParamException',
    400,
    'El cuerpo no es un objeto JSON válido',
    'The body is not a valid JSON object',
  ],
  'body-too-large': [
    'InvalidParamException',
    413,
    'El cuerpo excede {limit} bytes',
    'The body is larger than {limit} bytes',
  ],
  'media-type-unsupported': [
    'InvalidParamException',
    415,
    'El Content-Type debe ser application/json',
    'Content-Type must be application/json',
  ],
  'body-encoded': [
    'InvalidParamException',
    415,
    'El cuerpo debe venir sin comprimir (Content-Encoding)',
    'The body must come without compression (Content-Encoding)',
  ],
  'request-unreadable': [
    'InvalidParamException',
    400,
    'La solicitud no es HTTP válido',
    'The request is not valid HTTP',
  ],
  'request-unfinished': [
    'InvalidParamException',
    408,
    'La solicitud no terminó de llegar a tiempo',
    'The request did not arrive whole in time',
  ],
  'headers-too-large': [
    'InvalidParamException',
    431,
    'Los encabezados o la dirección exceden 16 kB',
    'The headers or the address are larger than 16 kB',
  ],
  'notice-unreadable': [
    'InvalidParamException',
    400,
    'No se entiende lo que la red reporta',
    'What the network reports cannot be read',
  ],
  'notice-refused': [
    'InvalidCredentialsException',
    403,
    'El reporte no viene de la red',
    'The report does not come from the network',
  ],
  'statement-unreadable': [
    'InvalidParamException',
    400,
    'El archivo no empieza con el encabezado de un estado de cuenta',
    'The file does not begin with the header of a statement',
  ],
  'statement-network': [
    'InvalidParamException',
    400,
    'La red {network} no está configurada',
    'There is no network {network} here',
  ],
  'statement-half': [
    'InvalidParamException',
    400,
    'El estado de cuenta está incompleto: su última línea debe ser el cierre, con el número de líneas y la suma; no se registró nada',
    'The statement is not whole: its last line must be the trailer, with the count of lines and the sum; nothing was recorded',
  ],
  'statement-line-closed': ['InvalidParamException', 409, 'La línea no está abierta', 'The line is not open'],
  'service-unknown': ['UnknownServiceException', 404, 'El servicio no existe', 'The service does not exist'],
  'method-not-allowed': [
    'InvalidParamException',
    405,
    'El servicio no acepta el método {method}',
    'The service does not take the method {method}',
  ],
  'credential-invalid': [
    'InvalidCredentialsException',
    401,
    'Las credenciales no son válidas',
    'The credential is not valid',
  ],
  'credential-missing': [
    'InvalidCredentialsException',
    401,
    'Las credenciales no son válidas',
    'The credential is not valid',
  ],
  'session-invalid': [
    'InvalidAuthTokenException',
    401,
    'El token de acceso no es válido o expiró',
    'The access token is not valid or has expired',
  ],
  'sign-in-refused': [
    'InvalidCredentialsException',
    401,
    'El correo, la contraseña o el código no son correctos',
    'The e-mail, the password or the code is not right',
  ],
  'second-factor-needed': [
    'SecondFactorException',
    401,
    'Falta el código de tu aplicación de autenticación',
    'The code of your authenticator app is missing',
  ],
  'invitation-invalid': [
    'InvalidAuthTokenException',
    400,
    'La invitación no vale: ya se usó, venció o se retiró',
    'The invitation is not good: it was used, has expired or was withdrawn',
  ],
  'person-needed': [
    'InvalidCredentialsException',
    403,
    'Esto lo hace una persona con sesión en la consola, no una credencial',
    'A person who is signed in at the console does this, not a credential',
  ],
  'role-missing': [
    'InvalidCredentialsException',
    403,
    'Tu papel en la cuenta no permite esto',
    'Your role in the account does not allow this',
  ],
  'second-person-needed': [
    'SecondPersonException',
    403,
    'Esto lo aprueba otra persona de la cuenta: pide su aprobación',
    'Another person of the account approves this: ask for their approval',
  ],
  'second-person-missing': [
    'SecondPersonException',
    409,
    'Nadie más en la cuenta puede aprobarlo: invita a otra persona con ese permiso, o pide a quien opera el servicio que quite la regla',
    'Nobody else in the account can approve it: invite another person who may, or have the operator of the service take the rule away',
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
    'Esta solicitud ya no espera: se decidió, se retiró o venció',
    'This request waits no more: it was decided, withdrawn, or has expired',
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
  'resource-unknown': [
    'InvalidTransactionException',
    404,
    'No existe lo que se busca',
    'What you are looking for does not exist',
  ],
  'credential-not-allowed': [
    'InvalidCredentialsException',
    403,
    'Esta credencial no puede usar el servicio',
    'This credential may not use the service',
  ],
  'scope-missing': [
    'InvalidCredentialsException',
    403,
    'A esta credencial le falta el permiso {scope}',
    'This credential lacks the scope {scope}',
  ],
  'credential-exceeds': [
    'InvalidCredentialsException',
    403,
    'Una credencial no puede crear ni renovar otra que pueda más o dure más que ella: {excess}',
    'A credential makes or rolls none that may do more or lasts longer than itself: {excess}',
  ],
  'credential-of-another': [
    'InvalidCredentialsException',
    403,
    'Solo su propio operador puede renovar una credencial',
    'Only its own operator rolls a credential',
  ],
  'credential-limit': [
    'InvalidParamException',
    409,
    'Una cuenta tiene a lo más {limit} credenciales en uso; revoque una que ya no use',
    'An account has at most {limit} credentials in use; revoke one that is no longer used',
  ],
  'credential-changed': [
    'InvalidParamException',
    409,
    'La credencial fue revocada o cambió al mismo tiempo; léala e intente de nuevo',
    'The credential is revoked or changed at the same time; read it and try again',
  ],
  'too-many-requests': [
    'TooManyRequestsException',
    429,
    'Demasiadas solicitudes; intente en unos segundos',
    'Too many requests; try again in a few seconds',
  ],
  'card-attempts-exceeded': [
    'TooManyRequestsException',
    429,
    'Demasiados intentos con tarjetas que el banco no aceptó; intente más tarde',
    'Too many tries of cards that the bank did not take; try again later',
  ],
  'service-busy': [
    'InternalErrorException',
    503,
    'El servicio está ocupado; intente de nuevo en unos segundos',
    'The service is busy; try again in a few seconds',
  ],
  internal: ['InternalErrorException', 500, 'Ocurrió un error interno', 'An internal error occurred'],
  'envelope-unreadable': [
    'InvalidEncryptionException',
    400,
    'No se pudo descifrar el mensaje',
    'The message could not be decrypted',
  ],
  'card-invalid': ['InvalidCardException', 400, 'La tarjeta no es válida', 'The card is not valid'],
  'card-existing': [
    'InvalidCardException',
    409,
    'La tarjeta ya está registrada para este cliente',
    'The customer already has this card',
  ],
  'cards-too-many': [
    'InvalidCardException',
    409,
    'El cliente ya tiene {limit} tarjetas; elimine una antes',
    'The customer already has {limit} cards; delete one first',
  ],
  'card-unknown': [
    'CardInformationNotFoundException',
    404,
    'No existe la tarjeta o el token, o ya expiró',
    'There is no such card or token, or it has expired',
  ],
  'token-used': ['TokenAlreadyUsedException', 409, 'El token ya fue utilizado', 'The token was already used'],
  'payment-declined': ['PaymentException', 402, 'No se pudo procesar el cobro', 'The charge could not be processed'],
  'payment-filtered': [
    'PaymentFilterException',
    403,
    'El cobro no cumple las reglas de riesgo del comercio',
    'The charge does not keep to the merchant’s risk rules',
  ],
  'fraud-suspected': [
    'SuspectedFraudException',
    403,
    'El cobro se detuvo por sospecha de fraude',
    'The charge was stopped on suspicion of fraud',
  ],
  'account-suspended': [
    'InvalidTransactionException',
    403,
    'La cuenta está suspendida y no recibe pagos nuevos: escribe a quien opera el servicio',
    'The account is suspended and takes no new payments: talk to the operator of the service',
  ],
  'payment-beyond-limit': [
    'PaymentFilterException',
    403,
    'Esta cuenta puede cobrar a lo más {limit} de una vez: escribe a quien opera el servicio',
    'This account may take at most {limit} at once: talk to the operator of the service',
  ],
  'day-limit-reached': [
    'PaymentFilterException',
    403,
    'Esta cuenta puede cobrar a lo más {limit} al día, y hoy le quedan {left}',
    'This account may take at most {limit} a day, and has {left} left today',
  ],
  'external-transaction-taken': [
    'SwitchException',
    409,
    'Otro cobro distinto ya usó esta transacción externa',
    'A different charge already used this external transaction',
  ],
  'acquirer-unreachable': [
    'InternalErrorException',
    503,
    'El banco no responde; intente de nuevo en unos segundos',
    'The bank does not answer; try again in a few seconds',
  ],
  'recipient-missing': [
    'InvalidParamException',
    400,
    'At least email or phone is required',
    'At least email or phone is required',
  ],
  'prefetch-refused': [
    'InvalidTransactionException',
    403,
    'Una cancelación no se hace por adelantado: el navegador solo estaba precargando la página',
    'A reversal is not made ahead of time: the browser was only prefetching the page',
  ],
  'other-page-refused': [
    'InvalidCredentialsException',
    403,
    'Una página de otro sitio, o un elemento de una página, no puede hacer cambios con la credencial que recuerda el navegador',
    'A page of another site, or an element of a page, may change nothing with the credential that a browser remembers',
  ],
  'reversal-too-late': [
    'InvalidAuthCodeException',
    409,
    'Solo se pueden cancelar movimientos realizados el mismo dia',
    'Only payments made on the same day can be reversed',
  ],
  'reversal-window-over': [
    'InvalidAuthCodeException',
    409,
    'Solo se pueden cancelar movimientos de las últimas {hours} horas',
    'Only payments made in the last {hours} hours can be reversed',
  ],
  'reversal-of-cash': [
    'InvalidTransactionException',
    409,
    'Un pago en efectivo ya realizado no se puede cancelar: la tienda no devuelve el dinero',
    'A cash payment that was made cannot be reversed: the store does not give the money back',
  ],
  'reversal-of-unpaid': [
    'InvalidTransactionException',
    409,
    'La operación fue rechazada o expiró: no hay nada que cancelar',
    'The operation was declined or has expired: there is nothing to reverse',
  ],
  'reversal-of-refunded': [
    'InvalidTransactionException',
    409,
    'Esta operación ya se devolvió, completa o en parte, y no se puede cancelar',
    'This operation was refunded already, wholly or in part, and cannot be reversed',
  ],
  'reversal-of-disputed': [
    'InvalidTransactionException',
    409,
    'Esta operación está en disputa y no se puede cancelar',
    'This operation is disputed and cannot be reversed',
  ],
  'refund-of-pending': [
    'InvalidTransactionException',
    409,
    'Esta operación todavía no se paga: no hay nada que devolver',
    'This operation is not paid yet: there is nothing to refund',
  ],
  'refund-of-expired': [
    'InvalidTransactionException',
    409,
    'Esta operación venció sin pagarse: no hay nada que devolver',
    'This operation expired unpaid: there is nothing to refund',
  ],
  'refund-of-declined': [
    'InvalidTransactionException',
    409,
    'Este cobro fue rechazado: no hay nada que devolver',
    'This charge was declined: there is nothing to refund',
  ],
  'refund-of-cancelled': [
    'InvalidTransactionException',
    409,
    'Esta operación está cancelada: su dinero ya se devolvió, o nunca se pagó',
    'This operation is cancelled: its money went back already, or it was never paid',
  ],
  'refund-of-disputed': [
    'InvalidTransactionException',
    409,
    'Esta operación está en disputa: quedan {left} que se pueden devolver',
    'This operation is disputed: {left} of it can be refunded',
  ],
  'refund-during-reversal': [
    'InvalidTransactionException',
    409,
    'Esta operación se está cancelando: espera a que termine',
    'This operation is being reversed: wait until that is over',
  ],
  'refund-exceeds': [
    'InvalidTransactionException',
    409,
    'De esta operación quedan {left} por devolver',
    '{left} of this operation are left to be refunded',
  ],
  'refund-window-over': [
    'InvalidTransactionException',
    409,
    'Pasaron más de {days} días desde el pago: ya no se puede devolver',
    'More than {days} days have passed since the payment: it can no longer be refunded',
  ],
  'refund-beyond-balance': [
    'InvalidTransactionException',
    409,
    'El saldo por liquidar es de {owed} y no alcanza para esta devolución',
    'What is owed to you is {owed}, which is not enough for this refund',
  ],
  'refund-not-cancellable': [
    'InvalidTransactionException',
    409,
    'Solo se puede cancelar una devolución que espera o que falló; esta ya se envió o terminó',
    'Only a refund that waits or has failed can be cancelled; this one was sent or is over',
  ],
  'refund-not-failed': [
    'InvalidTransactionException',
    409,
    'Solo se puede volver a enviar una devolución que falló, o pedir otra vez los datos a quien pagó',
    'Only a failed refund can be sent again, or one for which the payer has not said the account',
  ],
  'refund-cancelled': [
    'InvalidTransactionException',
    409,
    'Esta devolución se canceló: haz otra',
    'This refund was cancelled: make another',
  ],
  'reserve-not-enough': [
    'InvalidTransactionException',
    409,
    'Solo hay {available} disponibles',
    'Only {available} are available',
  ],
  'reversal-refused': [
    'InvalidTransactionException',
    409,
    'El banco no aceptó la cancelación',
    'The bank did not accept the reversal',
  ],
  'reversal-payer-unknown': [
    'InvalidTransactionException',
    409,
    'No se conoce la cuenta del pagador: devuelva el dinero por otro medio',
    'The payer’s account is not known: return the money by other means',
  ],
  'transfer-not-failed': [
    'InvalidTransactionException',
    409,
    'Solo se puede volver a enviar una transferencia que el banco rechazó o devolvió',
    'Only a transfer that the bank rejected or returned can be sent again',
  ],
  'transfer-of-payout': [
    'InvalidTransactionException',
    409,
    'El dinero de una liquidación fallida va en la siguiente, a la cuenta de liquidación que tenga entonces',
    'The money of a failed payout is part of the next one, to the settlement account of then',
  ],
  'transfer-asked': [
    'InvalidTransactionException',
    409,
    'El banco ya recibió la orden de enviar esta transferencia: libérela, para que se busque en el banco',
    'The bank was asked to send this transfer: release it, so that it is looked for at the bank',
  ],
  'transfer-replaced': [
    'InvalidTransactionException',
    409,
    'El dinero de esta transferencia ya se envió de nuevo a otra cuenta',
    'The money of this transfer has already been sent again to another account',
  ],
  'reversal-unfinished': [
    'InternalErrorException',
    503,
    'La cancelación quedó registrada y se terminará en cuanto la red responda; puede repetir la solicitud sin riesgo',
    'The reversal is recorded and will be finished as soon as the network answers; repeating the request is safe',
  ],
  'operation-processing': [
    'InvalidTransactionException',
    409,
    'La operación sigue en proceso; intente de nuevo en unos segundos',
    'The operation is still being processed; try again in a few seconds',
  ],
  'payment-not-held': [
    'InvalidTransactionException',
    409,
    'El pago no está retenido, o ya se liberó de otra manera',
    'The payment is not in suspense, or has been released in another way',
  ],
  'payment-stated': [
    'InvalidTransactionException',
    409,
    'Un estado de cuenta de la red tiene este pago: sí se recibió',
    'A statement of the network has this payment: it was received',
  ],
  'payment-not-acceptable': [
    'InvalidTransactionException',
    409,
    'Ninguna ficha ni cuenta de cliente espera exactamente este pago; devuélvalo',
    'No voucher and no customer’s account waits for exactly this payment; return it',
  ],
  'operation-just-paid': [
    'InvalidTransactionException',
    409,
    'La operación se acaba de pagar y ya no se puede cancelar',
    'The operation has just been paid and cannot be cancelled any more',
  ],
  'customer-inactive': [
    'InvalidTransactionException',
    409,
    'El cliente está desactivado',
    'The customer is deactivated',
  ],
  'customer-on-plan': [
    'InvalidTransactionException',
    409,
    'El cliente ya está en el plan',
    'The customer is on the plan already',
  ],
  'customer-unchanged': [
    'InvalidParamException',
    400,
    'Se requiere al menos uno de name, email o metadata',
    'At least one of name, email or metadata is required',
  ],
  'sources-exhausted': [
    'InvalidTransactionException',
    409,
    'El cliente ya tiene {limit} cuentas CLABE',
    'The customer already has {limit} account numbers (CLABE)',
  ],
  'bank-unreachable': [
    'InternalErrorException',
    503,
    'El banco no asignó una cuenta CLABE; intente de nuevo en unos segundos',
    'The bank did not assign an account number (CLABE); try again in a few seconds',
  ],
  'network-unreachable': [
    'InternalErrorException',
    503,
    'La red de pago no responde; intente de nuevo en unos segundos',
    'The payment network does not answer; try again in a few seconds',
  ],
  'network-refused': [
    'InvalidTransactionException',
    400,
    'La red de pago no aceptó el pago',
    'The payment network did not accept the payment',
  ],
  'clock-moved': [
    'InvalidTransactionException',
    409,
    'Alguien más movió el reloj al mismo tiempo; consulte la hora e intente de nuevo',
    'Somebody else moved the clock at the same time; read it and try again',
  ],
  'idempotency-key-reused': [
    'IdempotencyException',
    422,
    'La llave de idempotencia ya se usó con otro contenido',
    'The idempotency key was already used with another body',
  ],
  'idempotency-key-running': [
    'IdempotencyException',
    409,
    'Una solicitud con esta llave de idempotencia sigue en curso',
    'A request with this idempotency key is still running',
  ],
  'month-open': [
    'InvalidTransactionException',
    409,
    'El mes aún no se cierra; su factura se hace después',
    'The month is not closed yet; its invoice comes afterwards',
  ],
  'month-not-invoiced': [
    'InvalidTransactionException',
    409,
    'Las comisiones del mes no son positivas; no hay nada que facturar',
    'The fees of the month are not positive; there is nothing to invoice',
  ],
  'invoice-issuer-missing': [
    'InvalidTransactionException',
    409,
    'El servicio no tiene datos fiscales para emitir facturas',
    'The service has no tax data to issue invoices with',
  ],
  'invoice-receptor-missing': [
    'InvalidTransactionException',
    409,
    'Faltan tus datos fiscales: PUT /v1/fees/receptor',
    'Your tax data are missing: PUT /v1/fees/receptor',
  ],
  'affiliate-registered': [
    'InvalidTransactionException',
    409,
    'Ese afiliado ya está registrado',
    'This affiliate is already registered',
  ],
  'affiliate-unchanged': [
    'InvalidParamException',
    400,
    'Envía al menos uno de name, email o clabe',
    'Send at least one of name, email or clabe',
  ],
  'payout-account-changing': [
    'InvalidTransactionException',
    409,
    'Ya hay otro cambio de cuenta en curso; cancélelo antes de pedir uno nuevo',
    'Another change of the account is under way; cancel it before you ask for a new one',
  ],
  'payout-account-changes-too-many': [
    'TooManyRequestsException',
    429,
    'La cuenta pidió {limit} cambios en 24 horas; intente mañana',
    'The account has asked for {limit} changes in 24 hours; try again tomorrow',
  ],
  'exports-too-many': [
    'TooManyRequestsException',
    429,
    'La cuenta ya tiene {limit} exportaciones en curso; espere a que termine una',
    'The account already has {limit} exports under way; wait until one is finished',
  ],
  'payout-account-unchanged': [
    'InvalidTransactionException',
    409,
    'No hay un cambio de cuenta que espere esto',
    'There is no change of the account that waits for this',
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
    'Confirme con el código del correo, o con la credencial de otro operador',
    'Confirm with the code of the e-mail, or with the credential of another operator',
  ],
  'dispute-not-possible': [
    'InvalidTransactionException',
    409,
    'El banco no puede disputar esto: no es un pago con tarjeta, o ya no queda tanto dinero de él',
    'The bank cannot dispute this: it is no card payment that was made, or not so much of it is left',
  ],
  'dispute-existing': [
    'InvalidTransactionException',
    409,
    'El pago ya tiene otra disputa de esta etapa',
    'The payment already has another dispute of this stage',
  ],
  'dispute-closed': [
    'InvalidTransactionException',
    409,
    'La disputa ya no espera una respuesta: su estado es {status}',
    'The dispute waits for no answer any more: its status is {status}',
  ],
  'dispute-late': [
    'InvalidTransactionException',
    409,
    'El plazo para responder terminó: {until}',
    'The time to answer has ended: {until}',
  ],
  'dispute-outcome': [
    'InvalidTransactionException',
    409,
    'Una disputa en estado {status} ya no termina así',
    'A dispute whose status is {status} does not end like that any more',
  ],
  'evidence-missing': [
    'InvalidParamException',
    409,
    'Agrega al menos un texto o un archivo antes de enviar las pruebas',
    'Add at least one text or file before you submit the evidence',
  ],
  'evidence-limit': [
    'InvalidParamException',
    409,
    'Una disputa lleva a lo más {files} archivos, de {megabytes} MiB entre todos',
    'A dispute takes at most {files} files, of {megabytes} MiB together',
  ],
  'webhook-limit': [
    'InvalidParamException',
    409,
    'Una cuenta tiene a lo más {limit} webhooks; borre uno que ya no use',
    'An account has at most {limit} webhooks; delete one that is no longer used',
  ],
  'webhook-changed': [
    'InvalidParamException',
    409,
    'El webhook cambió al mismo tiempo; léalo e intente de nuevo',
    'The webhook changed at the same time; read it and try again',
  ],
  'webhook-not-active': [
    'InvalidParamException',
    409,
    'El webhook no está activo; reanúdelo primero',
    'The webhook is not active; resume it first',
  ],
} as const satisfies Record<string, readonly [string, number, string, string]>

export type FailureReason = keyof typeof failures

/** What to do about a refusal, where its sentence has to stay as older clients know it: the `description` of the answer. */
export const remedies: Partial<Record<FailureReason, Bilingual>> = {
  'service-unknown': [
    'No hay ningún servicio en {path}. La lista de servicios está en /docs y en /openapi.json',
    'There is no service at {path}. The services are listed at /docs and at /openapi.json',
  ],
  'method-not-allowed': [
    '{method} no va con esta dirección; use uno de los métodos del encabezado Allow',
    '{method} does not go with this address; use one of the methods of the header Allow',
  ],
  'credential-missing': [
    'Falta el encabezado Authorization: envíe "Basic " y app_key:app_secret en base64 (curl: -u APP_KEY:APP_SECRET), o "Bearer " y el token de una sesión',
    'The header Authorization is missing: send "Basic " and app_key:app_secret in base64 (curl: -u APP_KEY:APP_SECRET), or "Bearer " and the token of a session',
  ],
  'credential-invalid': [
    'Esta credencial no existe, fue revocada o su app_secret es otro: envíe "Basic " y app_key:app_secret en base64 (curl: -u APP_KEY:APP_SECRET)',
    'This credential does not exist, is revoked, or has another app_secret: send "Basic " and app_key:app_secret in base64 (curl: -u APP_KEY:APP_SECRET)',
  ],
  'session-invalid': [
    'El token de acceso no es válido o expiró: pida otro con POST /v1/auth/login/application',
    'The access token is not valid or has expired: ask for another with POST /v1/auth/login/application',
  ],
  'media-type-unsupported': [
    'Envíe el cuerpo como JSON, con el encabezado Content-Type: application/json',
    'Send the body as JSON, with the header Content-Type: application/json',
  ],
  'envelope-unreadable': [
    'No se pudo descifrar el mensaje: cifre data con una llave AES de 32 caracteres y esa llave con GET /v1/public-key; cada llave sirve para un solo mensaje',
    'The message could not be decrypted: encrypt data with an AES key of 32 characters and that key with GET /v1/public-key; each key serves one message',
  ],
  'recipient-missing': [
    'Se requiere email o phone (10 dígitos), o los dos',
    'An email or a phone (10 digits) is required, or both',
  ],
}

/** What clients branch on, each code once. */
export const failureCodes: string[] = [...new Set(Object.values(failures).map(([code]) => code))].sort()

export type Language = 'es' | 'en'

/** A text in both languages, Spanish first. */
export type Bilingual = readonly [es: string, en: string]

export interface FailureOptions {
  /** Fills `{name}` in the texts. */
  values?: Record<string, string | number>
  /** The sentence in `message`, where older clients know another than the table's, word for word. */
  knownAs?: string
  /** What is wrong with each field, by its name on the wire. */
  fields?: Record<string, Bilingual[]>
  /** What the network said, e.g. an ISO 8583 response code. */
  detail?: { code: string; message: Bilingual; payer_message?: Bilingual; http_status_code?: number }
  /** Seconds after which another try makes sense. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal. `api/answer` alone makes HTTP of it. */
export class Failure extends Error {
  readonly reason: FailureReason
  readonly options: FailureOptions
  /** What clients branch on. A field, because the framework assigns it to itself. */
  readonly code: string

  constructor(reason: FailureReason, options: FailureOptions = {}) {
    super(reason, { cause: options.cause })
    this.reason = reason
    this.options = options
    this.code = failures[reason][0]
  }

  get status(): number {
    return failures[this.reason][1]
  }

  /** The sentence a person reads, in the language asked for. */
  sentence(language: Language): string {
    return this.options.knownAs ?? this.filled(failures[this.reason][language === 'es' ? 2 : 3])
  }

  /** What to do about it, in the language asked for; the sentence itself where that says it. */
  remedy(language: Language): string {
    const remedy = remedies[this.reason]
    return remedy === undefined ? this.sentence(language) : this.filled(remedy[language === 'es' ? 0 : 1])
  }

  private filled(text: string): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(this.options.values?.[name] ?? whole))
  }
}

/** A refusal of one field. */
export function invalidField(field: string, es: string, en: string): Failure {
  return new Failure('parameters-invalid', { fields: { [field]: [[es, en]] } })
}
