import { Button, CopyButton, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import { useLocalApi } from '../../workbench/local-api'
import { HtmlFrame } from '../../engines/preview/HtmlFrame'
import { publicAddress } from './addresses'
import { JsonText } from './JsonText'
import classes from './Publishing.module.css'

interface DeliveryOverviewProps {
  readonly path: ContentPath
  readonly environment: Environment
  /** The page and the JSON that the delivery address answers with. */
  readonly overview: string
  readonly json: string
}

/**
 * The delivery address of a structured document and what it answers: the overview of the data, or the JSON
 * (F5).
 */
export function DeliveryOverview({ path, environment, overview, json }: DeliveryOverviewProps) {
  const [view, setView] = useState('overview')
  const { origin } = useLocalApi()
  // the page's own link to the JSON leads nowhere in a frame; the switch does it here
  const page = overview.replace(/<a href="[^"]*">Show the JSON<\/a>/, '')
  const address = publicAddress(path, environment, true, origin)
  return (
    <div className={classes.delivered}>
      <div className={classes.deliveredHead}>
        <code className={classes.address}>{address}</code>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy address'}
            </Button>
          )}
        </CopyButton>
        <SegmentedControl
          size="xs"
          aria-label="What the address answers"
          value={view}
          onChange={setView}
          data={[
            { value: 'overview', label: 'Overview' },
            { value: 'json', label: 'JSON' }
          ]}
        />
      </div>
      {view === 'json' ? (
        <JsonText text={json} />
      ) : (
        <div className={classes.page}>
          <HtmlFrame html={page} path={path} title={`Overview of ${nameOf(path)}`} />
        </div>
      )}
    </div>
  )
}
