import { modals } from '@mantine/modals'
import type { LeftOut } from '../../../../../common/sync/left-out'
import type { SyncSurvey } from '../../../../../common/sync'
import { sync } from '../../../api/sync'
import { count } from '../words'
import { ChooseWhat } from './ChooseWhat'
import { lookIntoOf, type Places } from './look-into'

/**
 * Counts what lies on both sides, and asks what of it is to be synced (Y33). Nothing is asked where the
 * server has nothing yet.
 * @returns what is left out; null when the person stopped it
 * @throws GalleyError when the server could not be counted
 */
export async function askWhatToSync(remoteId: string, places: Places): Promise<LeftOut | null> {
  const survey = await sync.survey(remoteId, places)
  if (survey.remote.files === 0) return { folders: [], media: false }
  return new Promise((resolve) => show(remoteId, survey, places, resolve))
}

function show(
  remoteId: string,
  survey: SyncSurvey,
  places: Places,
  onAnswer: (answer: LeftOut | null) => void
): void {
  let answer: LeftOut | null = null
  const id = modals.open({
    title: 'What to sync',
    size: 560,
    onClose: () => onAnswer(answer),
    children: (
      <ChooseWhat
        survey={survey}
        places={places}
        lookInto={lookIntoOf(remoteId, places)}
        whatFollows={({ media }, files) => (
          <>
            {media ? 'At most ' : ''}
            {count(files, 'file')} of the server {files === 1 ? 'is' : 'are'} compared with what is here, and
            what is only here is sent. What is left out stays where it is, on both sides. You can go on
            working, stop, or close Galley: it goes on where it was.
          </>
        )}
        done="Start the sync"
        onCancel={() => modals.close(id)}
        onDone={(leftOut) => {
          answer = leftOut
          modals.close(id)
        }}
      />
    )
  })
}
