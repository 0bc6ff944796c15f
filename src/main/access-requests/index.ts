import { accessRequestOperations } from '../../common/api/operations/permissions'
import type { AccessRequest, AccessAnswer } from '../../common/api/types'
import { contentPath, orgOf, type ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { parsingConfig } from '../../common/formats/sheet/config-format'
import { withPermission } from '../../common/formats/sheet/config-entries'
import { namedOnly } from '../../common/person'
import { inTurns } from '../../common/steps'
import { personOf } from '../callers/people'
import type { Caller } from '../callers/types'
import type { EventHub } from '../events/event-hub'
import { jsonAnswer, doneAnswer } from '../http/answers'
import type { Asked, Known, Step } from '../http/asked'
import { pathInForm, requireFilePath } from '../http/request-path'
import { openRoom, type Room } from '../http/room'
import { configsFor } from '../permissions/configs'
import type { Pace } from '../permissions/pace'
import type { Store } from '../store/types'
import { takingTurns } from '../system/turns'
import { rowFor, type PermissionRow } from './row'
import { notOpen, openRequestRecords } from './request-records'

interface RequestParts {
  readonly store: Store
  readonly events: Pick<EventHub, 'tell'>
  readonly pace: Pace
}

/** Asking to be allowed more, and the answers (A13). Nothing here looks whether a document is there. */
export function openAccessRequests(known: Step<Asked, Known>, { store, events, pace }: RequestParts): Room {
  const records = openRequestRecords(store)
  const told = async (accessRequest: AccessRequest): Promise<AccessRequest> => {
    await events.tell({ type: 'asked', path: accessRequest.path, by: accessRequest.by })
    return accessRequest
  }

  return openRoom({
    operations: accessRequestOperations,
    enter: known,
    handlers: {
      async askAccess(asked, { body }) {
        const { path: text, action, text: words = '' } = await body()
        return pace(asked, async () => {
          const path = requireFilePath(pathInForm(text))
          const { caller, access } = asked
          const [person] = caller.people
          if ((await access.at(path)).may(action, path))
            throw new GalleyError('bad-request', sentence`You may ${{ action }} this already.`, {
              where: 'path'
            })
          if (caller.people.length > 1)
            throw new GalleyError(
              'bad-request',
              'Only one person can ask, and this request has several tokens.'
            )
          rowFor(path, person.email, action)
          const by = namedOnly(person)
          return jsonAnswer(await told(await records.ask({ path, action, text: oneLine(words), by })))
        })
      },
      async listAccessRequests(asked) {
        const all = await records.all()
        const judged = await Promise.all(
          all.map(
            async (accessRequest) =>
              accessRequest.answer === undefined && (await mayAnswer(asked, accessRequest))
          )
        )
        return jsonAnswer({
          mine: all.filter(isOf(asked)),
          toAnswer: all.filter((_, index) => judged[index])
        })
      },
      async answerAccessRequest(asked, { parameters: { id }, body }) {
        const { answer } = await body()
        const give = async (accessRequest: AccessRequest) => {
          if (!(await mayAnswer(asked, accessRequest))) throw notOpen(id)
          if (answer !== 'refuse') await allow(store, asked, accessRequest, answer)
        }
        return jsonAnswer(await told(await records.answer(id, answer, give)))
      },
      async forgetAccessRequest(asked, { parameters: { id } }) {
        await told(await records.forget(id, isOf(asked)))
        return doneAnswer()
      }
    }
  })
}

/** Asked by the caller, who is one person. */
const isOf =
  ({ caller, access }: Known) =>
  ({ by }: AccessRequest): boolean =>
    caller.people.length === 1 && access.isCaller(by)

/** Who may change the permissions of an organization answers what is asked there (P4). */
async function mayAnswer({ access }: Known, { path }: AccessRequest): Promise<boolean> {
  const org = contentPath(`/${orgOf(contentPath(path))}`)
  return (await access.at(org)).configActions(org).includes('write')
}

/**
 * Writes the row into the organization's config, as any change of it is written.
 * @throws GalleyError forbidden for what the caller may not do there; bad-config
 */
async function allow(
  store: Store,
  { access, caller }: Known,
  { path: at, by }: AccessRequest,
  action: Exclude<AccessAnswer, 'refuse'>
): Promise<void> {
  const path = contentPath(at)
  if (!(await access.at(path)).may(action, path))
    throw new GalleyError(
      'forbidden',
      sentence`You may not ${{ action }} there yourself, so you cannot let others. The permissions are in the organization’s config.`
    )
  await withRow(
    configsFor(store, access),
    contentPath(`/${orgOf(path)}`),
    rowFor(path, by.email, action),
    caller
  )
}

/** Read and written anew where somebody else changed the config just then. */
async function withRow(
  configs: ReturnType<typeof configsFor>,
  org: ContentPath,
  row: PermissionRow,
  caller: Caller,
  tries = 5
): Promise<void> {
  const found = await configs.read(org)
  const text = found && withPermission(new TextDecoder().decode(found.bytes), row)
  if (text === null)
    throw new GalleyError(
      'bad-config',
      'The organization’s config has no permissions that can be read. Look at it: without any, nobody needs to be let in.',
      { where: org }
    )
  await inTurns(parsingConfig(text), takingTurns())
  try {
    await configs.write(org, new TextEncoder().encode(text), {
      by: personOf(caller),
      condition: (current) => {
        if (current?.hash !== found?.entry.hash) throw changedMeanwhile(org)
      }
    })
  } catch (error) {
    const again = error instanceof GalleyError && error.reason === 'precondition-failed' && tries > 1
    if (!again) throw error
    await withRow(configs, org, row, caller, tries - 1)
  }
}

const changedMeanwhile = (org: ContentPath) =>
  new GalleyError('precondition-failed', 'The permissions were changed just now. Try again.', { where: org })

/** Words as a line, without signs that do something else than stand there. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
