import { formatOfPath } from '../../../../common/formats/files'
import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { openCompare, type StateRef } from '../../workbench/workbench'
import { State } from '../../components/State'
import { decodeText } from '../../documents'
import { Waiting } from '../../components/Waiting'
import { restoreState } from '../../documents/versions/restore'
import { HtmlFrame } from '../../engines/preview/HtmlFrame'
import { useStateContent } from './load-state'
import { ReadOnlyText } from '../../engines/monaco/ReadOnlyText'
import { nameOfState } from './state-names'
import classes from './CompareView.module.css'

/** One state of a file, to read only: as text, and a page as a reader saw it. */
export function StateView({ path, state }: { readonly path: ContentPath; readonly state: StateRef }) {
  const content = useStateContent(state)
  const isPage = formatOfPath(path) === 'page'
  const [as, setAs] = useState(isPage ? 'page' : 'text')
  if (content.kind === 'loading') return <Waiting what={nameOf(path)} />
  if (content.kind === 'failed') {
    return (
      <State tone="bad" icon={<IconAlertTriangle size={20} />} title="This version could not be read">
        {content.message}
      </State>
    )
  }
  const decoded = decodeText(content.bytes)
  const text = decoded.kind === 'text' ? decoded.text : decoded.shown
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={classes.title}>
          {nameOf(path)} · <b>{nameOfState(state)}</b>
        </span>
        {isPage && (
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            data={[
              { value: 'page', label: 'Page' },
              { value: 'text', label: 'Text' }
            ]}
            value={as}
            onChange={setAs}
          />
        )}
        {(state.kind === 'version' || state.kind === 'remote') && (
          <>
            <Button variant="default" onClick={() => openCompare(path, state, { kind: 'current', path })}>
              Compare with now
            </Button>
            <Button onClick={() => void restoreState(path, state)}>Restore</Button>
          </>
        )}
      </div>
      {as === 'page' ? (
        <HtmlFrame html={text} path={path} title={nameOfState(state)} />
      ) : (
        <ReadOnlyText text={text} path={path} />
      )}
    </div>
  )
}
