/**
 * A body that is written as `chunks` come, at the reader's pace. An error ends it quietly: whoever makes the chunks
 * has put into the text what the reader should know.
 * @param onCancel called when the reader leaves before the end
 */
export function textStream(chunks: AsyncGenerator<string>, onCancel: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const chunk = await chunks.next()
        if (chunk.done === true) controller.close()
        else controller.enqueue(encoder.encode(chunk.value))
      } catch {
        controller.close()
      }
    },
    cancel: () => {
      onCancel()
      // Not awaited: a generator that is waiting for its source ends when the source does.
      chunks.return(undefined).catch(() => undefined)
    },
  })
}
