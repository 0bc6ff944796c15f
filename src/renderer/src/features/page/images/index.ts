export { usePictures } from './commands'
export { PictureBar } from './PictureBar'
export { fetchPictures } from './picture-actions'
