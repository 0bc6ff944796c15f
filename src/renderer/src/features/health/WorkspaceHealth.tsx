import { Button, Group, Loader, Switch } from '@mantine/core'
import {
  diskSentence,
  findingsSentence,
  placeSentence,
  type WorkspaceHealth as Health
} from '../../../../common/health'
import { sizeOf } from '../../../../common/content/size'
import { exactTime, relativeTime, numberText } from '../../components/formats'
import { usePageDifferences } from '../../engines/page/check/differences'
import { checkNow, setPlaceSilenced, useHealth } from './health-store'
import { roomNames } from './room-names'
import classes from './health.module.css'

/** How the workspace fares, in one place: its store (W11), its disk (W12), where it lies (W13). */
export function WorkspaceHealth() {
  const health = useHealth()
  if (!health) return <Loader size={16} aria-label="Asking how the workspace is" />
  return (
    <>
      <StoreCheck {...health} />
      <Pages />
      <Disk {...health} />
      <Place {...health} />
    </>
  )
}

function StoreCheck({ lies, check: { running, last, failed } }: Pick<Health, 'lies' | 'check'>) {
  const damage = last && findingsSentence(last, lies)
  return (
    <section className={classes.section} aria-labelledby="check-heading">
      <h2 id="check-heading">Everything that is stored</h2>
      <p className={classes.note}>{whatIsRead[lies]} Nothing is written or sent.</p>
      <div role="status" className={classes.result}>
        {last ? (
          <p>
            <b>{damage ? damage.what : 'All is well.'}</b>{' '}
            <span className={classes.note}>
              Checked <time title={exactTime(last.at)}>{relativeTime(last.at)}</time>: the history of{' '}
              {numberText(last.files)} {last.files === 1 ? 'file' : 'files'}, {numberText(last.contents)}{' '}
              stored {last.contents === 1 ? 'content' : 'contents'}.
            </span>
          </p>
        ) : (
          !running && <p>Not checked yet. It happens by itself a few minutes after the start.</p>
        )}
        {failed !== null && !running && <p>The last check could not be finished: {failed}</p>}
      </div>
      {damage && <p>{damage.todo}</p>}
      {last && last.findings.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
        <div className={classes.findings} tabIndex={0} role="region" aria-label="What is damaged">
          <ul>
            {last.findings.map(({ where, message, repair, lost }) => (
              <li key={`${where} ${message}`}>
                <span>{message}</span>
                <code dir="ltr">{where}</code>
                {repair !== null && <span className={classes.note}>Repair: {repair}</span>}
                {lost && <span className={classes.note}>Gone: no repair brings that back.</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {last && last.damaged > last.findings.length && (
        <p className={classes.note}>And {last.damaged - last.findings.length} more.</p>
      )}
      <Button variant="default" loading={running} onClick={() => void checkNow()}>
        Check now
      </Button>
    </section>
  )
}

/** What was found when pages were read back (VE1). */
function Pages() {
  const { mended, broken } = usePageDifferences()
  return (
    <section className={classes.section} aria-labelledby="pages-heading">
      <h2 id="pages-heading">Pages that are written in</h2>
      <p className={classes.note}>
        What the page editor writes is read back and compared with what it shows.
      </p>
      <p>
        {mended + broken === 0
          ? 'On this computer it was always the same.'
          : `On this computer it was not the same ${times(mended + broken)}: ${numberText(mended)} mended by itself, ${numberText(broken)} held back until the page was changed.`}
      </p>
    </section>
  )
}

const times = (count: number) => (count === 1 ? 'once' : `${numberText(count)} times`)

const whatIsRead: Readonly<Record<Health['lies'], string>> = {
  folder:
    'Once a week, while you work, every version, record and file is read and compared with what it was when it was saved.',
  database:
    'Once a month, while you work, every content, version and record is read in the database and the object storage and compared with what it was when it was saved.'
}

function Disk({ lies, disk }: Pick<Health, 'lies' | 'disk'>) {
  const sentence = disk && diskSentence(disk, lies)
  return (
    <section className={classes.section} aria-labelledby="disk-heading">
      <h2 id="disk-heading">{roomNames[lies]}</h2>
      <p>{disk ? `${sizeOf(disk.free)} of ${sizeOf(disk.total)} are free.` : roomUnknown[lies]}</p>
      {sentence && (
        <p>
          {sentence.what} {sentence.todo}
        </p>
      )}
    </section>
  )
}

const roomUnknown: Readonly<Record<Health['lies'], string>> = {
  folder: 'This disk does not tell how much room it has.',
  database: 'It may grow as far as its database has room; whoever runs the server can set a bound.'
}

function Place({ lies, place }: Pick<Health, 'lies' | 'place'>) {
  const sentence = place && placeSentence(place)
  return (
    <section className={classes.section} aria-labelledby="place-heading">
      <h2 id="place-heading">Where it lies</h2>
      {place && sentence ? (
        <>
          <p>{sentence.what}</p>
          <p>{sentence.todo}</p>
          <Group>
            <Switch
              label="Say this at each start"
              checked={!place.silenced}
              onChange={(event) => void setPlaceSilenced(!event.currentTarget.checked)}
            />
          </Group>
        </>
      ) : (
        <p>{plainPlace[lies]}</p>
      )}
    </section>
  )
}

const plainPlace: Readonly<Record<Health['lies'], string>> = {
  folder: 'On a disk of this computer, as far as can be told. No program is known to mirror it.',
  database: 'In the database of a team’s server. Nothing of it lies on the machines that serve it.'
}
