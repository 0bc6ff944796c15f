import { Button } from '@mantine/core'
import { IconCloud, IconCloudOff, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare } from '../../workbench/workbench'
import { IconButton } from '../../workbench/IconButton'
import { usePairOf } from '../sync'
import {
  hideRemoteHistory,
  remoteNow,
  showRemoteHistory,
  useRemoteHistory
} from '../../documents/versions/remote-versions'
import { restoreState } from '../../documents/versions/restore'
import { numberText } from '../../components/formats'
import classes from './HistoryPanel.module.css'

/** The way to the versions that the server keeps of this file; nothing for a file without a server (Y34). */
export function RemoteBar({ path }: { readonly path: ContentPath }) {
  const own = usePairOf(path)
  const history = useRemoteHistory(path)
  const shown = useRef(path)
  useEffect(() => {
    // the next file is asked for anew
    if (shown.current !== path) hideRemoteHistory(shown.current)
    shown.current = path
  }, [path])
  if (!own) return null
  const { pair, server } = own
  const show = () => void showRemoteHistory(path, pair)
  if (history.kind === 'off' || history.kind === 'loading') {
    return (
      <div className={classes.remote}>
        <Button
          variant="subtle"
          size="compact-xs"
          loading={history.kind === 'loading'}
          leftSection={<IconCloud size={14} stroke={1.5} aria-hidden="true" />}
          onClick={show}
        >
          Show the versions on {server}
        </Button>
      </div>
    )
  }
  if (history.kind === 'failed') {
    return (
      <div className={classes.remote} role="alert">
        <span className={classes.remoteText}>
          <IconCloudOff size={14} stroke={1.5} aria-hidden="true" />
          {history.isOffline
            ? `Offline: ${server} does not answer. Its versions show when it does.`
            : history.message}
        </span>
        <Button variant="default" size="compact-xs" onClick={show}>
          Try again
        </Button>
      </div>
    )
  }
  const there = remoteNow(path, pair, history.server)
  return (
    <div className={classes.remote} role="group" aria-label={`On ${history.server}`}>
      <span className={classes.remoteText} role="status">
        <IconCloud size={14} stroke={1.5} aria-hidden="true" />
        {history.versions.length === 0
          ? `No versions on ${history.server}`
          : `${numberText(history.versions.length)} from ${history.server}`}
      </span>
      {history.exists && (
        <>
          <Button
            variant="default"
            size="compact-xs"
            title={`Compare what is here now with what is on ${history.server} now`}
            onClick={() => openCompare(path, there, { kind: 'current', path })}
          >
            Compare
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            title={`Put what is on ${history.server} now in place here`}
            onClick={() => void restoreState(path, there)}
          >
            Take it
          </Button>
        </>
      )}
      <IconButton
        label={`Hide the versions on ${history.server}`}
        size={22}
        onClick={() => hideRemoteHistory(path)}
      >
        <IconX size={14} />
      </IconButton>
    </div>
  )
}
