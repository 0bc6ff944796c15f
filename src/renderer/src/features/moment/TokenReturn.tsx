import { Button, Loader, NativeSelect } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { TokenInfo } from '../../../../common/api/types'
import { ROOT } from '../../../../common/content/paths'
import type { MomentChange } from '../../../../common/moment/answers'
import { sentenceOf } from '../../api'
import { exactTime } from '../../components/formats'
import { State } from '../../components/State'
import { ChangeList } from './ChangeList'
import { goBack } from './go-back'
import classes from './moment.module.css'
import { MomentPicker, type Chosen } from './MomentPicker'
import { filesWords } from './moments'
import { readChanges } from './use-changes'

type Found =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly changes: readonly MomentChange[] }
  | { readonly status: 'failed'; readonly message: string }

/** Everything that one token did, and the way back of it in one step (MC8). */
export function TokenReturn({
  tokens,
  first,
  onDone
}: {
  readonly tokens: readonly TokenInfo[]
  readonly first: TokenInfo
  readonly onDone: () => void
}) {
  const [token, setToken] = useState(first)
  const [chosen, setChosen] = useState<Chosen>(sinceMade(first))
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<{ readonly of: string; readonly found: Found } | null>(null)
  const [busy, setBusy] = useState(false)
  const of = `${token.id} ${chosen.moment}`
  const found: Found = read?.of === of ? read.found : { status: 'loading' }
  useEffect(() => {
    const stopping = new AbortController()
    const put = (next: Found) => stopping.signal.aborted || setRead({ of, found: next })
    readChanges(ROOT, chosen.moment, stopping.signal, token.id).then(
      (changes) => put({ status: 'ready', changes }),
      (error: unknown) => put({ status: 'failed', message: sentenceOf(error) })
    )
    return () => stopping.abort()
  }, [of, token.id, chosen.moment])

  const changes = found.status === 'ready' ? found.changes : []
  const isChosen = ({ id, others }: MomentChange) => !others && !excluded.has(id)
  const ticked = changes.filter(isChosen)
  const left = changes.filter(({ others }) => others).length
  const choose = (next: TokenInfo) => {
    setToken(next)
    setChosen(sinceMade(next))
    setExcluded(new Set())
  }
  const bringBack = async () => {
    setBusy(true)
    const files = ticked.map(({ id }) => id)
    const run = await goBack(ROOT, { moment: chosen.moment, files, trashAdded: true, token: token.id })
    setBusy(false)
    if (run) onDone()
  }

  return (
    <div className={classes.token}>
      <NativeSelect
        size="xs"
        label="Token"
        data={tokens.map((one) => ({ value: one.id, label: nameOf(one) }))}
        value={token.id}
        disabled={busy}
        onChange={({ currentTarget }) => {
          const next = tokens.find(({ id }) => id === currentTarget.value)
          if (next) choose(next)
        }}
      />
      <MomentPicker
        chosen={chosen}
        onChange={(next) => {
          setChosen(next)
          setExcluded(new Set())
        }}
      />
      {found.status === 'loading' && <Loader size={16} aria-label="Looking for what it did" />}
      {found.status === 'failed' && (
        <State tone="bad" title="What the token did cannot be shown">
          {found.message}
        </State>
      )}
      {found.status === 'ready' && changes.length === 0 && (
        <State icon={<IconHistory size={20} stroke={1.5} />} title="Nothing to bring back">
          No file is otherwise because of this token since then.
        </State>
      )}
      {changes.length > 0 && (
        <>
          <div className={classes.tokenList} style={{ height: changes.length * ROW + 2 }}>
            <ChangeList
              scope={ROOT}
              moment={chosen.moment}
              changes={changes}
              isChosen={isChosen}
              isOpen={({ others }) => !busy && !others}
              onCheck={({ id }, checked) =>
                setExcluded((before) => {
                  const next = new Set(before)
                  if (checked) next.delete(id)
                  else next.add(id)
                  return next
                })
              }
            />
          </div>
          <p className={classes.tokenNote}>
            Each file goes back to how it was before the token touched it; what is replaced stays as a
            version, and all of it can be undone at once. What was published stays published.
            {left > 0 &&
              ` ${filesWords(left)} that others have changed since ${left === 1 ? 'stays as it is' : 'stay as they are'}.`}
          </p>
        </>
      )}
      <div className={classes.tokenFoot}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={busy} disabled={ticked.length === 0} onClick={() => void bringBack()}>
          Bring back {filesWords(ticked.length)}
        </Button>
      </div>
    </div>
  )
}

/** Height of a line of the list. */
const ROW = 36

const sinceMade = ({ createdAt }: TokenInfo): Chosen => ({ id: 'other', moment: createdAt - 1 })

const nameOf = ({ email, createdAt, state }: TokenInfo) =>
  `${email}, made ${exactTime(createdAt)}${state === 'valid' ? '' : `, ${state}`}`
