import { IconCloudExclamation } from '@tabler/icons-react'
import { placeSentence } from '../../../../common/health'
import { usePlace } from './ask-place'
import classes from './health.module.css'

/** Below the field of a folder: what can go wrong there (W13); nothing for a plain disk. */
export function PlaceNote({ folder }: { readonly folder: string }) {
  const place = usePlace(folder)
  const sentence = place && placeSentence(place)
  return (
    <div role="status">
      {sentence && (
        <div className={classes.placeNote}>
          <IconCloudExclamation size={16} stroke={1.5} aria-hidden="true" />
          <span>
            {sentence.what} {sentence.todo}
          </span>
        </div>
      )}
    </div>
  )
}
