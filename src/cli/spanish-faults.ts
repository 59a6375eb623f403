// Why a command could not open its database or could not start, in Spanish, for a terminal. The service's log has the English sentence.
import { type Phrase, phraseBook } from '../core/phrases.ts'
import { terminalLanguage } from './speech.ts'

/** More exact phrases come before those that they fit too. */
const phrases: readonly Phrase[] = [
  [
    'A database in memory is gone with the process that made it: look at DATABASE_URL.',
    'Una base de datos en memoria se va con el proceso que la hizo: mira DATABASE_URL.',
  ],
  [
    'There is no database at {}: look at DATABASE_URL and DATA_DIR, or make one with cobro migrate.',
    'No hay una base de datos en {}: mira DATABASE_URL y DATA_DIR, o haz una con cobro migrate.',
  ],
  [
    '{} is empty: look at DATABASE_URL and DATA_DIR, or make it a database with cobro migrate.',
    '{} está vacío: mira DATABASE_URL y DATA_DIR, o hazlo una base de datos con cobro migrate.',
  ],
  [
    '{} is below something that is no folder: look at DATA_DIR and DATABASE_URL.',
    '{} está debajo de algo que no es una carpeta: mira DATA_DIR y DATABASE_URL.',
  ],
  ['{} is a folder: look at DATABASE_URL and DATA_DIR.', '{} es una carpeta: mira DATABASE_URL y DATA_DIR.'],
  [
    '{} is neither a file nor a link to one: look at DATABASE_URL and DATA_DIR.',
    '{} no es un archivo ni un enlace a uno: mira DATABASE_URL y DATA_DIR.',
  ],
  [
    '{} is no database of Cobro: look at DATABASE_URL and DATA_DIR, or make its tables with cobro migrate.',
    '{} no es una base de datos de Cobro: mira DATABASE_URL y DATA_DIR, o haz sus tablas con cobro migrate.',
  ],
  [
    '{} is no database: look at DATABASE_URL and DATA_DIR.',
    '{} no es una base de datos: mira DATABASE_URL y DATA_DIR.',
  ],
  [
    'The database is that of another program: look at DATABASE_URL and DATA_DIR.',
    'La base de datos es de otro programa: mira DATABASE_URL y DATA_DIR.',
  ],
  [
    '{} is that of another program: look at DATABASE_URL and DATA_DIR.',
    '{} es de otro programa: mira DATABASE_URL y DATA_DIR.',
  ],
  [
    'The schema of {} is older than this program (it lacks {}): bring it up to date with cobro migrate.',
    'El esquema de {} es más viejo que este programa (le falta {}): ponlo al día con cobro migrate.',
  ],
  [
    'The schema is not whole, it lacks {}: restore the database from a backup.',
    'El esquema no está completo, le falta {}: recupera la base de datos de un respaldo.',
  ],
  [
    'The database has no record of its schema, as when it was restored only in part: restore it whole, or point DATABASE_URL to an empty database.',
    'La base de datos no dice cuál es su esquema, como cuando solo se recuperó una parte: recupérala completa, o apunta DATABASE_URL a una vacía.',
  ],
  [
    'The database has tables of the same names ({}) and no record of a schema of Cobro: point DATABASE_URL to an empty database. Nothing was changed.',
    'La base de datos tiene tablas con los mismos nombres ({}) y no dice que sean de Cobro: apunta DATABASE_URL a una vacía. No se cambió nada.',
  ],
  [
    'The database was made by Cobro 0.x, which was never released, and this version does not take it over: point DATABASE_URL to a new database. This one was left as it is.',
    'La base de datos la hizo Cobro 0.x, que nunca se publicó, y esta versión no la usa: apunta DATABASE_URL a una nueva. Esta quedó como estaba.',
  ],
  [
    "The database was made by another build before 1.0 (its schema is {}, this one's {}): point DATABASE_URL to a new database. This one was left as it is.",
    'La base de datos la hizo otra versión anterior a la 1.0 (su esquema es {}, el de esta {}): apunta DATABASE_URL a una nueva. Esta quedó como estaba.',
  ],
  [
    'The database was made by a newer Cobro (it has {}). Install that version, or point DATABASE_URL elsewhere.',
    'La base de datos la hizo un Cobro más nuevo (tiene {}). Instala esa versión, o apunta DATABASE_URL a otra.',
  ],
  [
    'The database {} is encoded in {}, which cannot store every character: make one with {}, and name it in DATABASE_URL.',
    'La base de datos {} está codificada en {}, que no puede guardar todos los caracteres: haz una con {}, y nómbrala en DATABASE_URL.',
  ],
  [
    'The connection to the database is encoded in {}: remove client_encoding from DATABASE_URL, from the role and from the pooler, so that it is UTF8.',
    'La conexión con la base de datos está codificada en {}: quita client_encoding de DATABASE_URL, del rol y del pooler, para que sea UTF8.',
  ],
  [
    'The connection to the database writes dates as {}: remove DateStyle from the database, from the role and from the pooler, so that it is ISO.',
    'La conexión con la base de datos escribe las fechas como {}: quita DateStyle de la base de datos, del rol y del pooler, para que sea ISO.',
  ],
  [
    'PostgreSQL has no role {}: make it first, with create role. Nothing was changed.',
    'PostgreSQL no tiene el rol {}: hazlo primero, con create role. No se cambió nada.',
  ],
  [
    '{} is in use: stop the program that listens there, or choose another PORT.',
    '{} está ocupado: detén el programa que escucha ahí, o elige otro PORT.',
  ],
  [
    'Listening on {} is not allowed: choose a PORT of 1024 or more.',
    'No se permite escuchar en {}: elige un PORT de 1024 o más.',
  ],
  ['{} is no address of this machine: look at HOST.', '{} no es una dirección de esta máquina: mira HOST.'],
  [
    'No database answers at the socket {}: look at DATABASE_URL.',
    'Ninguna base de datos responde en el socket {}: mira DATABASE_URL.',
  ],
  [
    'No database answers at {} in time: look at DATABASE_URL.',
    'Ninguna base de datos responde a tiempo en {}: mira DATABASE_URL.',
  ],
  ['No database answers at {}: look at DATABASE_URL.', 'Ninguna base de datos responde en {}: mira DATABASE_URL.'],
  [
    'No database can be reached at {}: look at DATABASE_URL.',
    'No se llega a ninguna base de datos en {}: mira DATABASE_URL.',
  ],
  ['There is no machine called {}: look at {}.', 'No hay una máquina que se llame {}: mira {}.'],
  ['The name {} cannot be looked up now: look at {}.', 'Ahora no se puede resolver el nombre {}: mira {}.'],
  [
    'The server has no database of that name: look at DATABASE_URL.',
    'El servidor no tiene una base de datos con ese nombre: mira DATABASE_URL.',
  ],
  [
    'The database does not let that user in: look at DATABASE_URL.',
    'La base de datos no deja entrar a ese usuario: mira DATABASE_URL.',
  ],
  [
    'The database does not take that user and password: look at DATABASE_URL.',
    'La base de datos no acepta ese usuario y contraseña: mira DATABASE_URL.',
  ],
  [
    'The user of the database may not read or change its tables: look at DATABASE_URL.',
    'El usuario de la base de datos no puede leer o cambiar sus tablas: mira DATABASE_URL.',
  ],
  [
    'The database takes no more connections: look at max_connections of its server, at the limits of the role and of the database, and at DATABASE_CONNECTIONS.',
    'La base de datos no acepta más conexiones: mira max_connections de su servidor, los límites del rol y de la base de datos, y DATABASE_CONNECTIONS.',
  ],
  [
    'The database server is starting, stopping or recovering: try again when it takes connections.',
    'El servidor de la base de datos está arrancando, parando o recuperándose: intenta de nuevo cuando acepte conexiones.',
  ],
  [
    'The database did not end a statement in time, because it is busy or locked, or its statement_timeout is short: try again later.',
    'La base de datos no terminó una instrucción a tiempo, porque está ocupada o bloqueada, o su statement_timeout es corto: intenta más tarde.',
  ],
  [
    'The database is read only: point DATABASE_URL to the server that takes writes, or end its default_transaction_read_only.',
    'La base de datos es de solo lectura: apunta DATABASE_URL al servidor que acepta escrituras, o quita su default_transaction_read_only.',
  ],
  [
    'The disk of the database server is full: make room there.',
    'El disco del servidor de la base de datos está lleno: haz espacio ahí.',
  ],
  [
    'The database server ended the connection before the work was done: look at its log, and try again when it takes connections.',
    'El servidor de la base de datos cortó la conexión antes de que se terminara el trabajo: mira su log, e intenta de nuevo cuando acepte conexiones.',
  ],
  [
    'Another program holds what is needed in the database: try again when it has ended.',
    'Otro programa retiene lo que se necesita en la base de datos: intenta de nuevo cuando termine.',
  ],
  [
    'The database server lacks memory or another resource: look at its log.',
    'Al servidor de la base de datos le falta memoria u otro recurso: mira su log.',
  ],
  [
    'The tables of Cobro lie in the schema {} of this database, where the role {} does not look: alter role {} set search_path = {}, and grant usage on schema {} to {}. Nothing was changed.',
    'Las tablas de Cobro están en el esquema {} de esta base de datos, donde el rol {} no mira: alter role {} set search_path = {}, y grant usage on schema {} to {}. No se cambió nada.',
  ],
  [
    'The search_path of the role {} leads to no schema that there is and that it may use: make that schema, or alter role {} reset search_path. Nothing was changed.',
    'El search_path del rol {} no lleva a ningún esquema que exista y que pueda usar: haz ese esquema, o alter role {} reset search_path. No se cambió nada.',
  ],
  [
    'The database server cannot read or write its files: look at its disk and its log.',
    'El servidor de la base de datos no puede leer o escribir sus archivos: mira su disco y su log.',
  ],
  [
    'The files of the database are damaged: look at the log of its server, and restore a backup.',
    'Los archivos de la base de datos están dañados: mira el log de su servidor y recupera un respaldo.',
  ],
  [
    'An index of the database is damaged: look at the log of its server, then reindex, or restore a backup.',
    'Un índice de la base de datos está dañado: mira el log de su servidor y después reindexa, o recupera un respaldo.',
  ],
  [
    'The process may open no more files: raise its limit (ulimit -n).',
    'El proceso no puede abrir más archivos: sube su límite (ulimit -n).',
  ],
  ['The machine may open no more files: raise its limit.', 'La máquina no puede abrir más archivos: sube su límite.'],
  [
    'The file of the database is damaged, or a file -wal of another database lies beside it: restore a copy, and before that remove what is left of the old one, its -wal and -shm too.',
    'El archivo de la base de datos está dañado, o junto a él hay un archivo -wal de otra: recupera una copia, y antes quita lo que quede de la anterior, también su -wal y su -shm.',
  ],
  ['The database does not answer: look at DATABASE_URL.', 'La base de datos no responde: mira DATABASE_URL.'],
  [
    'The folder {} cannot be made: look at DATA_DIR and DATABASE_URL.',
    'No se puede hacer la carpeta {}: mira DATA_DIR y DATABASE_URL.',
  ],
  ['{} cannot be made: look at DATA_DIR and DATABASE_URL.', 'No se puede hacer {}: mira DATA_DIR y DATABASE_URL.'],
  ['{} is no folder: look at DATA_DIR and DATABASE_URL.', '{} no es una carpeta: mira DATA_DIR y DATABASE_URL.'],
  [
    '{} may not be read or written: look at its owner, and at DATA_DIR and DATABASE_URL.',
    'No se permite leer o escribir {}: mira de quién es, y DATA_DIR y DATABASE_URL.',
  ],
  ['{} is a folder, not a file.', '{} es una carpeta, no un archivo.'],
  [
    '{} may not be made or written: look at DATA_DIR and DATABASE_URL.',
    'No se permite hacer o escribir {}: mira DATA_DIR y DATABASE_URL.',
  ],
  [
    '{} lies on a disk that is read only: look at DATA_DIR and DATABASE_URL.',
    '{} está en un disco de solo lectura: mira DATA_DIR y DATABASE_URL.',
  ],
  [
    'The disk of {} is full: look at DATA_DIR and DATABASE_URL.',
    'El disco de {} está lleno: mira DATA_DIR y DATABASE_URL.',
  ],
  [
    'The database may not be written: look at the owner of its file, and at DATA_DIR and DATABASE_URL.',
    'No se permite escribir en la base de datos: mira de quién es su archivo, y DATA_DIR y DATABASE_URL.',
  ],
  [
    'The disk of the database cannot be read or written; a full disk is one cause: look at the free space of DATA_DIR and DATABASE_URL.',
    'No se puede leer o escribir en el disco de la base de datos; una causa es que esté lleno: mira el espacio libre de DATA_DIR y DATABASE_URL.',
  ],
  [
    'The disk of the database is full: look at DATA_DIR and DATABASE_URL.',
    'El disco de la base de datos está lleno: mira DATA_DIR y DATABASE_URL.',
  ],
  [
    'The database cannot be opened: look at DATA_DIR and DATABASE_URL.',
    'No se puede abrir la base de datos: mira DATA_DIR y DATABASE_URL.',
  ],
  [
    'The file of the database is something else: look at DATABASE_URL.',
    'El archivo de la base de datos es otra cosa: mira DATABASE_URL.',
  ],
  ['The file', 'El archivo'],
  [
    'TLS_CERT_FILE and TLS_KEY_FILE are no certificate (PEM) and its private key. ({})',
    'TLS_CERT_FILE y TLS_KEY_FILE no son un certificado (PEM) y su llave privada. ({})',
  ],
]

const spanish = phraseBook(phrases)

/** A sentence without words in Spanish stays as it is. */
export function faultText(sentence: string, language = terminalLanguage()): string {
  return language === 'es' ? spanish(sentence) : sentence
}
