/**
 * A deployment service that misbehaves on purpose: the far side in the demo, in the drill and in
 * tests. It owns preview jobs and the reservations that they write when they pass their commit
 * point, and shows at any time what is really there. It must never know anything of a stop, a
 * barrier or a receipt: it is somebody else's system, reached over HTTP only.
 *
 * <p>A job goes {@code pending}, {@code building}, then past its commit point to {@code reserved},
 * then {@code ready}; or it ends before as {@code cancelled} or {@code failed}. At the commit point
 * one reservation is written. Everything but the request log can be kept in a journal, so that the
 * process can be killed at any instant and come back; a job then goes on where it was.
 *
 * <h2>The service</h2>
 *
 * <ul>
 *   <li>{@code POST /previews} with {@code run_id}, {@code operation_id}, {@code idempotency_key},
 *       {@code commit}, {@code environment}: 202 with the job. The same key again: the same job,
 *       200; with another commit or environment: 409.
 *   <li>{@code POST /previews/{id}/cancel}: 202 {@code {"accepted":true}}, which is a promise of
 *       nothing: the job stops before its next phase unless it is past its commit point.
 *       Repeatable, also when the job has ended by it; 409 {@code {"already":"ended"}} when it has
 *       ended otherwise; 404 for an unknown job.
 *   <li>{@code GET /previews/{id}}, {@code GET /previews?run=&operation=}: jobs, with {@code state}
 *       and {@code ended}. {@code GET /jobs-ended?run=&operation=}: only those that have ended.
 *   <li>{@code GET /reservations?run=&operation=}: {@code items} are the reservations; {@code jobs}
 *       and {@code jobs_ended} are the jobs as seen in the same look.
 *   <li>{@code DELETE /reservations/{effect_id}}: takes a reservation back; 404 when it is not
 *       there, 409 when somebody changed it since.
 * </ul>
 *
 * <h2>Control, which no behaviour touches</h2>
 *
 * <ul>
 *   <li>{@code POST /control/behaviour}: behaviours by name, for everybody or with {@code run_id}
 *       for one run, where they outweigh those of everybody. What is not named stays; {@code false}
 *       turns off. {@code GET} shows them.
 *   <li>{@code GET /control/effects?run=}: what is true: {@code items} are the reservations,
 *       {@code undone} those taken back, {@code jobs} the jobs.
 *   <li>{@code GET /control/log?after=&limit=}: the last 10,000 public requests with time, method,
 *       path, {@code quietus-*} headers, and status (none: no answer was given).
 *   <li>{@code POST /control/release}, optionally with {@code run_id}: whoever is held goes on.
 *   <li>{@code POST /control/change} with {@code effect_id}: somebody else changes a reservation.
 *   <li>{@code POST /control/reset}: forgets everything; names are never given out again.
 *   <li>{@code GET /control/await?preview=&until=} (a state, {@code held}, {@code committed} or
 *       {@code ended}) or {@code ?waiting=N&run=}: answers when it is so, or after
 *       {@code within_ms}, with {@code reached}.
 * </ul>
 *
 * <h2>Behaviours</h2>
 *
 * <p>They can be combined; each is named as in JSON.
 *
 * <ul>
 *   <li>{@code commit_during_cancel}: a cancel is accepted and the job commits right then.
 *   <li>{@code commit_after_cancel_ms}: a cancel is accepted, and the job commits when so many
 *       milliseconds have passed and a status call has shown that there is nothing (or, when nobody
 *       asks, after the wait limit).
 *   <li>{@code claim_cancelled}: as soon as a cancel is accepted, status calls show the job as
 *       cancelled and ended, whatever it still does.
 *   <li>{@code ignore_cancel}: a cancel is accepted and the job goes on.
 *   <li>{@code refuse_cancel}: a cancel is answered with 409 {@code {"accepted":false}} and a
 *       reason in {@code refused}; the job goes on.
 *   <li>{@code cancel_hangs}: a cancel is neither looked at nor answered until released. After the
 *       wait limit the connection is closed without an answer.
 *   <li>{@code cancel_500}, {@code cancel_garbage}, {@code cancel_redirect}: a cancel is not looked
 *       at, and answered as the status calls of these names are.
 *   <li>{@code status_unavailable}, {@code status_500}: every status call is answered so.
 *   <li>{@code status_hangs}: no status call is answered until released, as for cancel.
 *   <li>{@code status_garbage}: status calls are answered with 200 and half a JSON text.
 *   <li>{@code status_redirect}: status calls are answered with 302 to another host name, where 200
 *       and an empty list wait for whoever follows.
 *   <li>{@code commit_at_once}: the job commits while the request for it is answered.
 *   <li>{@code never_commit}: no job commits; at its commit point it ends as {@code failed}.
 *   <li>{@code hold_before_commit}: a job waits at its commit point until released or cancelled;
 *       after the wait limit it ends as {@code failed}. With {@code ignore_cancel} only a release
 *       moves it.
 *   <li>{@code retry_after_requests} and {@code retry_after_seconds}: the next so many requests get
 *       429 with this {@code Retry-After}.
 *   <li>{@code drop_answer}: a request for a preview is accepted, and the connection closed without
 *       an answer.
 *   <li>{@code stale_epoch_fence}: a request for a preview is refused with 403 when its
 *       {@code quietus-revocation-epoch} is missing or below this.
 *   <li>{@code pending_ms}, {@code building_ms}, {@code reserved_ms}: how long the phases last.
 * </ul>
 */
@NullMarked
package dev.quietus.drill.deployment;

import org.jspecify.annotations.NullMarked;
