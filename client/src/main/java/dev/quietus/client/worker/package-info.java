/**
 * The guard around one piece of work ({@link dev.quietus.client.worker.WorkerGuard}): asks before
 * it starts, gives signs of life while it runs, tells what is known when it ends.
 *
 * <p>This package owns the order of these steps. It must never start work that the server has not
 * recorded, nor report a result as recorded that was not, nor say of an effect more than the worker
 * said.
 */
@NullMarked
package dev.quietus.client.worker;

import org.jspecify.annotations.NullMarked;
