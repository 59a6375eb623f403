// Who tries a card with a charge, so that an answer that comes later is counted as theirs.

export const triedBy = {
  name: '0063-tried-by',
  statements: ['alter table operations add column tried_by text'],
}
