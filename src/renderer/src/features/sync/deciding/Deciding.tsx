import { Alert, Button } from '@mantine/core'
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { SyncConflict, SyncPair, SyncRemote } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { Menu } from '../../../components/Menu'
import { State } from '../../../components/State'
import { ViewHead } from '../../../components/ViewHead'
import { sync } from '../../../api/sync'
import { count } from '../words'
import { askDecideAll } from './decide-all'
import { FileList } from './FileList'
import { OneConflict } from './OneConflict'
import classes from './deciding.module.css'

interface DecidingProps {
  readonly pair: SyncPair
  readonly remote: SyncRemote | undefined
  /** The file to begin with. */
  readonly first: string | null
  readonly onBack: () => void
}

/** The files that both sides have changed, one after the other (Y30). */
export function Deciding({ pair, remote, first, onBack }: DecidingProps) {
  const [all, setAll] = useState<readonly SyncConflict[] | null>(null)
  const [key, setKey] = useState<string | null>(first)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const { conflicts } = pair.status
  const server = remote?.name ?? 'the server'

  useEffect(() => {
    let isWanted = true
    sync.conflicts(pair.id).then(
      (found) => {
        if (!isWanted) return
        setAll(found)
        setProblem(null)
      },
      (error: unknown) => isWanted && setProblem(sentenceOf(error))
    )
    return () => {
      isWanted = false
    }
  }, [pair.id, conflicts, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])

  const shown = all?.find((one) => one.key === key) ?? all?.[0] ?? null
  const position = all && shown ? all.indexOf(shown) : 0
  const onDone = useCallback(() => {
    // on to the file behind it
    setKey(all?.[position + 1]?.key ?? null)
    reload()
  }, [all, position, reload])

  return (
    <div className={classes.view}>
      <ViewHead
        title="Changed on both sides"
        lead="Choose what counts, place by place. Nothing is lost: each side stays in a history."
      >
        <div className={classes.buttons}>
          {all && all.length > 1 && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button
                  variant="default"
                  size="compact-sm"
                  rightSection={<IconChevronDown size={14} aria-hidden="true" />}
                >
                  All {count(all.length, 'file')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => askDecideAll(pair.id, all, 'local', reload)}>
                  Mine, wherever both changed
                </Menu.Item>
                <Menu.Item onClick={() => askDecideAll(pair.id, all, 'remote', reload)}>
                  The server’s, wherever both changed
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden="true" />}
            onClick={onBack}
          >
            Back to the sync
          </Button>
        </div>
      </ViewHead>
      {problem !== null && (
        <Alert color="red" role="alert" m={20}>
          {problem}
        </Alert>
      )}
      {all?.length === 0 && (
        <State title="Everything is decided" actions={<Button onClick={onBack}>Back to the sync</Button>}>
          What you have decided is sent with the next sync. Each decision can be taken back there.
        </State>
      )}
      {all && shown && (
        <div className={classes.deciding}>
          <FileList files={all} current={shown.key} root={pair.local} onShow={setKey} />
          <OneConflict
            key={`${shown.key} ${shown.at}`}
            pair={pair}
            conflict={shown}
            server={server}
            onDone={onDone}
          />
        </div>
      )}
    </div>
  )
}
