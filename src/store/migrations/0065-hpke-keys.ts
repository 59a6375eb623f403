// Beside each RSA key stands a pair for HPKE. A key of before gets its pair when a service that knows of it starts.

export const hpkeKeys = {
  name: '0065-hpke-keys',
  statements: [
    'alter table transport_keys add column hpke_public text',
    'alter table transport_keys add column sealed_hpke_private text',
  ],
}
