// Changes of people, approvals and background work that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const consoleActions = {
  'work.tried_again': ['Trabajo pendiente reintentado', 'Background work tried again'],
  'person.invited': ['Persona invitada', 'Person invited'],
  'person.invitation_withdrawn': ['Invitación retirada', 'Invitation withdrawn'],
  'person.joined': ['Persona nueva', 'Person joined'],
  'person.role_changed': ['Rol cambiado', 'Role changed'],
  'person.removed': ['Persona retirada', 'Person removed'],
  'person.reset': ['Acceso restablecido', 'Access reset'],
  'person.signed_in': ['Entró', 'Signed in'],
  'person.signed_out': ['Salió', 'Signed out'],
  'person.second_factor_changed': ['Segundo factor cambiado', 'Second factor changed'],
  'person.passkey_added': ['Llave de acceso agregada', 'Passkey added'],
  'person.passkey_renamed': ['Llave de acceso con otro nombre', 'Passkey renamed'],
  'person.passkey_removed': ['Llave de acceso quitada', 'Passkey removed'],
  'person.acted': ['Hizo un cambio', 'Made a change'],
  'second_person.changed': ['Regla de aprobaciones', 'Rule of approvals'],
  'second_factor.roles_changed': ['Roles que deben tener segundo factor', 'Roles that must have a second factor'],
  'approval.asked': ['Aprobación pedida', 'Approval asked for'],
  'approval.approved': ['Aprobado', 'Approved'],
  'approval.refused': ['Aprobación negada', 'Approval refused'],
  'approval.withdrawn': ['Solicitud retirada', 'Request withdrawn'],
  'approval.done': ['Hecho tras aprobarse', 'Done after approval'],
  'approval.gone': ['Solicitud sin objeto', 'Request with nothing left to do'],
} satisfies ActionWords
