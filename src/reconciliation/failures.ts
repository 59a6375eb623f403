// Refusals of statements and their lines.
import type { FailureTable } from '../core/failure-table.ts'

export const reconciliationFailures = {
  'statement-unreadable': [
    'InvalidParamException',
    400,
    'El archivo no empieza con el encabezado de un estado de cuenta: statement,1,RED,PRIMER_DÍA,ÚLTIMO_DÍA, separado por comas, con días AAAA-MM-DD y el último no antes del primero',
    'The file does not begin with the header of a statement: statement,1,NETWORK,FIRST_DAY,LAST_DAY, separated by commas, with days YYYY-MM-DD and the last not before the first',
  ],
  'statement-columns': [
    'InvalidParamException',
    400,
    'La segunda línea del estado de cuenta debe nombrar las columnas, cada una una vez, separadas por comas; faltan o se repiten: {columns}',
    'The second line of the statement must name the columns, each once, separated by commas; absent or repeated: {columns}',
  ],
  'statement-encoding': [
    'InvalidParamException',
    400,
    'El estado de cuenta no está en {encoding}; no se registró nada: guárdalo como UTF-8, o nombra su codificación (encoding) en su layout',
    'The statement is not in {encoding}; nothing was recorded: save it as UTF-8, or name its encoding in its layout',
  ],
  'statement-heading': [
    'InvalidParamException',
    400,
    'Ninguna de las primeras {lines} líneas nombra una vez cada columna del layout; faltan o se repiten: {columns}; no se registró nada',
    'None of the first {lines} lines names each column of the layout once; absent or repeated: {columns}; nothing was recorded',
  ],
  'statement-days': [
    'InvalidParamException',
    400,
    'El archivo no dice qué días cubre: ninguna línea tiene una fecha que se lea como dice el layout, o el último día es antes del primero; no se registró nada: revisa dates, o indica el primero y el último día',
    'The file does not say which days it covers: no line has a date that reads as the layout says, or the last day is before the first; nothing was recorded: check dates, or give the first and the last day',
  ],
  'statement-date-order': [
    'InvalidParamException',
    400,
    'Las fechas se leen también en otro orden, y quedan más cerca: {text} es {day} según el layout, y {other} en el orden {order}; no se registró nada: corrige dates, o indica el primero y el último día del archivo',
    'The dates read in another order too, and are nearer: {text} is {day} by the layout, and {other} in the order {order}; nothing was recorded: mend dates, or give the first and the last day of the file',
  ],
  'statement-future': [
    'InvalidParamException',
    400,
    'El estado de cuenta dice que cubre hasta {day}, más de {days} días después de hoy; no se registró nada: corrige sus días',
    'The statement says that it covers days until {day}, more than {days} days from today; nothing was recorded: mend its days',
  ],
  'statement-account': [
    'InvalidParamException',
    400,
    'El archivo es de la cuenta {account}, no de la del layout (own_account); no se registró nada',
    'The file is of the account {account}, not of the one of the layout (own_account); nothing was recorded',
  ],
  'statement-no-account': [
    'InvalidParamException',
    400,
    'El archivo no dice de qué cuenta es, y el layout nombra una (own_account); no se registró nada: pide el archivo con su cuenta, o quita own_account',
    'The file does not say which account it is of, and the layout names one (own_account); nothing was recorded: ask for the file with its account, or take own_account out',
  ],
  'statement-balance': [
    'InvalidParamException',
    400,
    'El saldo de la línea {line} no sale de los movimientos anteriores: faltan líneas o una cambió; no se registró nada: pide el archivo completo',
    'The balance in line {line} does not follow from the movements before it: lines are absent or one was changed; nothing was recorded: ask for the whole file',
  ],
  'statement-large': [
    'InvalidParamException',
    413,
    'El estado de cuenta excede {mebibytes} MiB o {lines} movimientos; no se registró nada: pídelo por periodos más cortos',
    'The statement is longer than {mebibytes} MiB or {lines} movements; nothing was recorded: ask for shorter periods',
  ],
  'statement-xml': [
    'InvalidParamException',
    400,
    'La línea {line} no es XML bien formado, o declara un tipo de documento (DOCTYPE); no se registró nada: pide el archivo de nuevo',
    'Line {line} is no well-formed XML, or declares a document type (DOCTYPE); nothing was recorded: ask for the file again',
  ],
  'statement-cut': [
    'InvalidParamException',
    400,
    'El archivo termina antes de su saldo final, o no es del formato que dice el layout; no se registró nada: pide el archivo completo',
    'The file ends before its closing balance, or is not of the format that the layout says; nothing was recorded: ask for the whole file',
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
    'The statement is incomplete: its last line must be the trailer, with the count of lines and the sum; nothing was recorded',
  ],
  'statement-unknown': [
    'InvalidParamException',
    404,
    'No hay un estado de cuenta {statement} que se pueda corregir aquí; no se registró nada',
    'There is no statement {statement} that can be corrected here; nothing was recorded',
  ],
  'statement-corrected': [
    'InvalidParamException',
    409,
    'El estado de cuenta {statement} ya lo corrige {correction}; no se registró nada: corrige ese',
    'The statement {statement} is corrected by {correction} already; nothing was recorded: correct that one',
  ],
  'statement-unfinished': [
    'InvalidParamException',
    409,
    'El estado de cuenta {statement} no se leyó hasta el final: concilia otra vez su archivo y después el que lo corrige',
    'The statement {statement} was not read to its end: reconcile its file again, and then the one that corrects it',
  ],
  'statement-correction-network': [
    'InvalidParamException',
    409,
    'El estado de cuenta {statement} es de la red {network}; no se registró nada',
    'The statement {statement} is of the network {network}; nothing was recorded',
  ],
  'statement-correction-days': [
    'InvalidParamException',
    409,
    'Una corrección trae todos los días del estado de cuenta que corrige, del {first} al {last}; no se registró nada',
    'A correction has all days of the statement that it corrects, {first} to {last}; nothing was recorded',
  ],
  'statement-correction-same': [
    'InvalidParamException',
    409,
    'El archivo es el mismo que el del estado de cuenta {statement}, que debe corregir; no se registró nada',
    'The file is that of the statement {statement} which it should correct; nothing was recorded',
  ],
  'statement-correction-line': [
    'InvalidParamException',
    400,
    'La línea {line} de la corrección no se puede leer ({fault}); no se registró nada: corrígela y vuelve a conciliar el archivo',
    'Line {line} of the correction cannot be read ({fault}); nothing was recorded: mend it and reconcile the file again',
  ],
  'statement-line-closed': ['InvalidParamException', 409, 'La línea no está abierta', 'The line is not open'],
} as const satisfies FailureTable
