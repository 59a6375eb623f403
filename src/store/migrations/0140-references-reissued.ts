// A network may issue a reference or a CLABE again when its voucher can no longer be paid: only vouchers that wait have it alone.

export const referencesReissued = {
  name: '0140-references-reissued',
  statements: [
    'drop index operations_network_reference',
    `create index operations_network_reference on operations (rail, network, network_reference)
      where network_reference is not null and rail <> 'card'`,
    `create unique index operations_reference_waiting on operations (rail, network, network_reference)
      where network_reference is not null and rail <> 'card' and status = 'pending'`,
  ],
}
