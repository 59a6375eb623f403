// The rooms of the service: each is opened with what it needs of the others.
import type { FastifyReply, FastifyRequest } from 'fastify'
import program from '../../package.json' with { type: 'json' }
import { accountsRoom } from '../accounts/room.ts'
import { callerPower } from '../accounts/still-held.ts'
import { recordSettings, settingsOnRecord } from '../accounts/trail/settings.ts'
import { answerOnce } from '../api/idempotency.ts'
import type { Ground, Room } from '../api/room.ts'
import { auditRoom } from '../audit/room.ts'
import { cardsRoom } from '../cards/room.ts'
import { checkoutRoom } from '../checkout/room.ts'
import { closingsRoom } from '../closings/room.ts'
import { acquirersOf } from '../connectors/acquirers.ts'
import type { Connectors } from '../connectors/by-name.ts'
import { connectorsRoom } from '../connectors/room.ts'
import { consoleRoom } from '../console/room.ts'
import type { PasswordCost } from '../console/sign-in/passwords.ts'
import { customersRoom } from '../customers/room.ts'
import { disputesRoom } from '../disputes/room.ts'
import { isUnderDocuments } from '../documents/missing.ts'
import { documentsRoom } from '../documents/room.ts'
import { otherEvent } from '../events/append.ts'
import { eventsRoom } from '../events/room.ts'
import { exportsRoom } from '../exports/room.ts'
import { HEAD_EVENT } from '../ledger/close-books.ts'
import { ledgerRoom } from '../ledger/room.ts'
import { approvalLetterWriter } from '../messages/approval-letter.ts'
import { checkpointLetterWriter } from '../messages/checkpoint-letter.ts'
import { disputeLetterWriter } from '../messages/dispute-letters.ts'
import { letterWriter } from '../messages/letters.ts'
import { refundLetterWriter } from '../messages/refund-letter.ts'
import { messagesRoom } from '../messages/room.ts'
import { refundWrite } from '../operations/record.ts'
import { operationsRoom } from '../operations/room.ts'
import { pagesRoom, pdfRoom } from '../pages/room.ts'
import { payoutsRoom } from '../payouts/room.ts'
import { plansRoom } from '../plans/room.ts'
import { keepReport } from '../reconciliation/notices/unread.ts'
import { reconciliationRoom } from '../reconciliation/room.ts'
import { refundsRoom } from '../refunds/room.ts'
import { transfersRoom } from '../transfers/room.ts'
import { vaultRoom } from '../vault/room.ts'
import { vouchersRoom } from '../vouchers/room.ts'
import { audit } from './audit.ts'
import { journalReaders } from './journal-causes.ts'
import { maskedAcquirer, maskedCharge, maskedDispute, maskedPayment } from './mask-reports.ts'
import { eachOfOperator, eachWaiting, heldParts } from './open-items.ts'
import { processRoom } from './process.ts'
import { openSealedWith } from './sealed-columns.ts'
import { readCauses } from './transfer-causes.ts'

interface Given {
  /** Replaces the connectors that the settings name. */
  connectors: Partial<Connectors> | undefined
  /** Replaces the cost of hashing a password. */
  passwordCost: PasswordCost | undefined
  /** What the process says of itself. */
  process: Omit<Parameters<typeof processRoom>[1], 'keyId'>
}

export type Rooms = Awaited<ReturnType<typeof createRooms>>

export async function createRooms(ground: Ground, { connectors: substitutes, passwordCost, process }: Given) {
  const { config, store, clock } = ground
  const sandbox = ground.sandbox ? (await import('../sandbox/room.ts')).openSandbox(ground) : undefined

  // The base: networks, keys, accounts and what they pay.
  const connectors = await connectorsRoom(ground, substitutes)
  const { cashNetwork, speiBank, issuers, networks, offered } = connectors
  const vault = await vaultRoom(ground, issuers)
  const { atRest, transportKeys, cardVault, maskIdentifier, refuseKnownCards, sealings } = vault
  await recordSettings(ground, settingsOnRecord(config, vault.keyId))
  const acquirers = acquirersOf(connectors.acquirers.all.map((one) => maskedAcquirer(maskIdentifier, one)))
  const { pdfs, room: pdfDrawing } = pdfRoom(ground)
  const accounts = accountsRoom(ground, pdfs)
  const { fees, affiliateRule, admit, payerName } = accounts
  const letter = letterWriter({ clock, atRest })

  // Operations, and what moves their money.
  const operations = operationsRoom(ground, { acquirers, cashNetwork, speiBank, sealings })
  const { links, reverser } = operations
  const transfers = transfersRoom(ground, { cashNetwork, speiBank, readCauses, refundWrite })
  const { transferChanged } = transfers
  const cards = cardsRoom(ground, {
    ...{ acquirers, admit, atRest, cardVault, fees, affiliateRule, issuers, links },
    ...{ refuseKnownCards, reverser, transportKeys },
    masked: maskedCharge(maskIdentifier, store),
    keep: (report) => keepReport(ground, { ...report, why: 'contradiction', notice: 'charge' }),
    ...(sandbox && { alongside: sandbox.planDispute }),
  })
  const vouchers = vouchersRoom(ground, {
    ...{ admit, cashNetwork, speiBank, fees, links, refuseKnownCards },
    payerName: payerName.remembered,
    masked: maskedPayment(maskIdentifier),
    ...(sandbox && { alongside: sandbox.planPayer }),
  })
  const { match, issue } = vouchers
  const { pay, refuseNumberOf } = cards
  const play = { cashNetwork: cashNetwork.name, speiBank: speiBank.name, match }
  const plans = plansRoom(ground, { acquirers, pay, refuseNumberOf })
  const documents = documentsRoom(ground)
  const pages = pagesRoom(ground, {
    ...{ links, pdfs },
    ...cards.payerVisits,
    ...(sandbox && { pay: (slip) => sandbox.paySlip(play, slip) }),
  })

  // What becomes of payments, and the messages to people and networks.
  const refunds = refundsRoom(ground, {
    ...{ acquirers, speiBank, links },
    payerName: payerName.now,
    askPayer: refundLetterWriter({ clock, atRest }),
    transfers: transfers.retrying,
  })
  const disputes = disputesRoom(ground, {
    ...{ acquirers, atRest, fees },
    letter: disputeLetterWriter(ground),
    withdrawRefunds: refunds.withdrawRefunds,
    masked: (report) => maskedDispute(maskIdentifier, report),
  })
  const { disputeReported, disputeEnded } = disputes
  const reconciliation = reconciliationRoom(ground, {
    ...{ maskIdentifier, speiBank },
    networks: connectors.railsByNetwork,
    pay: match,
    tell: transferChanged,
    inbound: connectors.inbound,
    takers: {
      deposit: vouchers.judge,
      charge: cards.chargeReported,
      dispute: disputeReported,
      disputeOutcome: disputeEnded,
    },
    openForRest: disputes.openForRest,
  })
  const { reconcile, openDisputeForRest } = reconciliation
  const payouts = payoutsRoom(ground, {
    ...{ speiBank, letter },
    fingerprints: atRest.fingerprints,
    stamping: connectors.stamping,
  })
  /** Ends requests that a network never answers. */
  const unanswered = {
    endReversal: reverser.end,
    giveUpCharge: cards.giveUpCharge,
    endCapture: cards.endCapture,
    endRefund: refunds.endRefund,
  }
  const people = consoleRoom(ground, {
    ...{ atRest, letter, openDisputeForRest, reverser, unanswered },
    version: program.version,
    networks: connectors.standing,
    lagSeconds: process.lagSeconds,
    ...{ eachOfOperator, eachWaiting, readCauses },
    audit: (options) => audit(store, { ...options, openSealed: openSealedWith(atRest) }),
    issuerOf: issuers.issuerOf,
    refunds: refunds.refunds,
    releases: vouchers.releases,
    payoutAccounts: payouts.payoutAccounts,
    approvalLetter: approvalLetterWriter(ground),
    passwordCost,
  })

  // The work of one instant is done in the order of this list.
  const rooms: Room[] = [
    processRoom(ground, { ...process, keyId: vault.keyId }),
    eventsRoom(ground, {
      ...{ atRest, recordsAtEvents: operations.recordsAtEvents },
      ...(sandbox && { sending: sandbox.sendingWithFaults }),
    }),
    messagesRoom(ground, { atRest, links, pdfs }),
    cards,
    vouchers,
    checkoutRoom(ground, {
      ...{ issue, links, offered, pay, refuseKnownCards, reverser, transportKeys },
      payerName: payerName.now,
    }),
    transfers,
    disputes,
    refunds,
    connectors,
    reconciliation,
    ...(sandbox
      ? [
          sandbox.sandboxRoom({
            ...{ disputeEnded, disputeReported, links, match, networks, offered, reconcile, refuseKnownCards },
            transferChanged,
          }),
        ]
      : []),
    operations,
    vault,
    accounts,
    plans,
    payouts,
    exportsRoom(ground, {
      refuseKnownCards,
      signing: sealings.map((sealing) => sealing.subkey('export-links')),
      tell: (id, data) => otherEvent(clock, 'export.finished', id, data),
    }),
    closingsRoom(ground, {
      ...{ networks, journal: journalReaders },
      isInvoicing: connectors.stamping !== undefined,
    }),
    ledgerRoom(ground, {
      held: heldParts,
      journal: journalReaders,
      tell: (id, data) => otherEvent(clock, HEAD_EVENT, id, data),
      mail: config.booksCheckpointsTo === '' ? undefined : checkpointLetterWriter({ clock }, config.booksCheckpointsTo),
    }),
    auditRoom(ground, (options) => audit(store, options)),
    customersRoom(ground, { speiBank, leavePlans: plans.leavePlans }),
    { room: pdfDrawing },
    pages,
    documents,
    people,
  ].flatMap(({ room }) => [room, ...(room.parts ?? [])])

  return {
    rooms,
    once: answerOnce({
      ...ground,
      fingerprints: atRest.fingerprints,
      power: callerPower(store),
      refuseKey: (accountId, key) => refuseKnownCards(accountId, { 'Idempotency-Key': key }),
    }),
    links,
    issuers,
    reconcile,
    transferChanged,
    openDisputeForRest,
    unanswered,
    /** Recognises who makes a request. */
    callers: {
      readCredential: accounts.readCredential,
      readSession: accounts.readSession,
      readPerson: people.readPerson,
      used: accounts.noteUse,
    },
    sendUnknownPage: (request: FastifyRequest, reply: FastifyReply) =>
      isUnderDocuments(request.url) ? documents.sendMissingPage(request, reply) : pages.sendUnknownPage(request, reply),
  }
}
