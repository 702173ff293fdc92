/*
 * The stop of a run, as PROTOCOL describes it: a root run with one child, an operation of each, a
 * worker for each that may pause or die anywhere, a provider that may commit at any time, two nodes
 * that carry the barrier on and may die anywhere, two operators, and a person who may promote the
 * child. docs: spec/README.md says which code each action is.
 *
 * Time is left out. What stands for it: the quiet period is over only when the provider has no cancel
 * left that it took and has not carried out (its declared bound), and a budget may be spent at any
 * time while nothing settles.
 *
 * A macro breaks one rule each, so that a test can see that the checker notices:
 *   BREAK_BEGIN    begin does not look at the path
 *   BREAK_PATH     begin looks at the run alone, not at the runs above
 *   BREAK_YES      a yes to a cancel counts though the job never arrived
 *   BREAK_LATER    a yes counts once the job is known, though it was given before the job arrived
 *   BREAK_BEFORE   an observation counts though it was begun before the cancel was answered
 *   BREAK_CONFIRM  nothing is looked at again after the quiet period
 *   BREAK_FENCE    a node with an old claim may still write
 *   BREAK_TIMEOUT  a spent budget counts as "no effect"
 *   BREAK_TWICE    the second stop opens a second barrier
 *   BREAK_FACT     a cancellation overwrites a proven result
 */
#define OPS 2
#define NODES 2

/* execution of an operation */
mtype:exec = { queued, running, succeeded, cancelled_before, cancelled_during, lost };
/* what the ledger says of its outcome */
mtype:settled = { open, without_effect, completed, unknown };
/* the provider's own truth */
mtype:job = { absent, working, committed, ended };
/* what was asked of the provider */
mtype:ask = { not_asked, asked, accepted };
/* the barrier */
mtype:step = { none, requested, sweeping, settling, quiet, certified, incomplete };

mtype:exec exec[OPS] = queued;
mtype:settled settled[OPS] = open;
mtype:job job[OPS] = absent;
mtype:ask ask[OPS] = not_asked;
bool begun[OPS], finished[OPS], arrived[OPS], confirmed[OPS], promised[OPS], with_job[OPS];

bool revoked;        /* the root's lease */
bool promoted;       /* the child hangs on nothing any more */
mtype:step barrier = none;
byte claim;          /* number of the newest claim */
byte barriers;
byte started_late;   /* begins in scope after the stop's commit */
bool wrote_stale;    /* a write under an old claim */
byte receipts;

/* operation 0 is the root's, operation 1 the child's */
#define IN_SCOPE(o)   (o == 0 || !promoted)
#define PATH_REVOKED(o) (IN_SCOPE(o) && revoked)

#define NOT_STARTED(o) (exec[o] == queued)
#define UNSETTLED(o)  (begun[o] && settled[o] == open)
#define PENDING       ((IN_SCOPE(0) && (NOT_STARTED(0) || UNSETTLED(0))) || \
                       (IN_SCOPE(1) && (NOT_STARTED(1) || UNSETTLED(1))))
#define UNKNOWNS      ((IN_SCOPE(0) && settled[0] == unknown) || (IN_SCOPE(1) && settled[1] == unknown))
#define TO_CONFIRM(o) (IN_SCOPE(o) && settled[o] == without_effect && !confirmed[o])

/* the rules, each with the way in which it can be broken */
#ifdef BREAK_BEGIN
#define MAY_BEGIN(o) (true)
#else
#ifdef BREAK_PATH
#define MAY_BEGIN(o) (!(o == 0 && revoked))
#else
#define MAY_BEGIN(o) (!PATH_REVOKED(o))
#endif
#endif

#ifdef BREAK_YES
#define YES_COUNTS(o) (ask[o] == accepted)
#else
#ifdef BREAK_LATER
#define YES_COUNTS(o) (ask[o] == accepted && arrived[o])
#else
#define YES_COUNTS(o) (ask[o] == accepted && with_job[o])
#endif
#endif

#ifdef BREAK_BEFORE
#define EARLY_COUNTS(o) (early && arrived[o])
#else
#define EARLY_COUNTS(o) (false)
#endif

#ifdef BREAK_FACT
#define CANCEL_WINS (true)
#else
#define CANCEL_WINS (false)
#endif

#ifdef BREAK_TIMEOUT
#define GIVEN_UP(o) settled[o] = without_effect; confirmed[o] = true
#else
#define GIVEN_UP(o) settled[o] = unknown
#endif

#ifdef BREAK_CONFIRM
#define LOOKED_AGAIN (true)
#else
#define LOOKED_AGAIN (!promised[0] && !promised[1] && !TO_CONFIRM(0) && !TO_CONFIRM(1))
#endif

#ifdef BREAK_TWICE
#define SECOND_OPENS (true)
#else
#define SECOND_OPENS (false)
#endif

#ifdef BREAK_FENCE
#define HOLDS(mine) (true)
#else
#define HOLDS(mine) (mine == claim)
#endif

/* the worker of one operation: begin, send, hear, finish; it may stop for ever at any point */
proctype Worker(byte o)
{
  bool allowed = false;
  atomic {
    if
    :: exec[o] == queued && MAY_BEGIN(o) -> exec[o] = running; begun[o] = true; allowed = true;
          if :: PATH_REVOKED(o) -> started_late++ :: else fi
    :: exec[o] == queued && PATH_REVOKED(o) ->          /* refused: taken out right here */
          exec[o] = cancelled_before
    :: exec[o] != queued -> skip
    fi
  }
  if
  :: !allowed -> goto over
  :: allowed -> skip
  fi;
  if
  :: goto over                                           /* dies before it sends */
  :: atomic { job[o] == absent -> job[o] = working }     /* the request arrives, whenever it does */
  :: atomic {                                            /* it heard of the stop and did not send */
       PATH_REVOKED(o) -> finished[o] = true;
       if :: exec[o] == running -> exec[o] = cancelled_during :: else fi }
     ; goto over
  fi;
  if
  :: goto over                                           /* dies after it sent */
  :: atomic { arrived[o] = true }                        /* reports the provider's job */
  fi;
  if
  :: goto over
  :: atomic {                                            /* a result, however late it comes */
       job[o] == committed -> finished[o] = true;
       if
       :: exec[o] == running || exec[o] == lost || exec[o] == cancelled_during -> exec[o] = succeeded
       :: else
       fi;
       /* against a claim of "no effect": back to observation, and the receipt is reopened */
       if
       :: settled[o] == without_effect || settled[o] == unknown -> settled[o] = open;
          if
          :: barrier == certified || barrier == quiet || barrier == incomplete ->
               barrier = settling
          :: else
          fi
       :: else
       fi }
  fi;
over: skip
}

/* the provider: commits whenever it likes, carries a cancel out whenever it likes */
active proctype Provider()
{
  byte o;
end:
  do
  :: atomic { job[0] == working -> job[0] = committed }
  :: atomic { job[1] == working -> job[1] = committed }
  :: atomic { job[0] == working && promised[0] -> job[0] = ended; promised[0] = false }
  :: atomic { job[1] == working && promised[1] -> job[1] = ended; promised[1] = false }
  :: atomic { job[0] == committed && promised[0] -> promised[0] = false }
  :: atomic { job[1] == committed && promised[1] -> promised[1] = false }
  od
}

proctype Operator()
{
  byte presses = 2;
  do
  :: presses == 0 -> break
  :: atomic { presses > 0 -> presses--;
    if
    :: barrier == none -> revoked = true; barrier = requested; barriers++
    :: barrier != none && SECOND_OPENS -> barriers++
    :: barrier != none && !SECOND_OPENS -> skip
    fi }
  od
}

proctype Promoter()
{
  if
  :: atomic { !revoked -> promoted = true }
  :: skip
  fi
}

#define WRITE(mine) if :: mine != claim -> wrote_stale = true :: else fi

/* one look at one operation: ask to cancel, wait for the answer, observe, judge */
inline look(o, mine)
{
  early = (job[o] != committed);                  /* a look before the cancel is answered */
  /* the request is recorded before it is sent; the provider says yes, whether it had the job or not */
  if
  :: atomic { HOLDS(mine) && UNSETTLED(o) && !finished[o] &&
              (ask[o] != accepted || (!with_job[o] && arrived[o])) ->
       WRITE(mine); ask[o] = asked; with_job[o] = arrived[o] };
     atomic {
       if :: job[o] == working -> promised[o] = true :: else fi;
       if :: HOLDS(mine) -> ask[o] = accepted :: else fi }
  :: else
  fi;
  /* the observation is begun here, after every answer that is recorded */
  seen = job[o];
  d_step {
    if
    :: HOLDS(mine) && UNSETTLED(o) -> WRITE(mine);
       if
       :: seen == committed && !EARLY_COUNTS(o) ->
            settled[o] = completed;
            if :: exec[o] == running || exec[o] == lost -> exec[o] = succeeded :: else fi
       :: (seen != committed || EARLY_COUNTS(o)) &&
          ( seen == ended ||
            (finished[o] && exec[o] != succeeded) ||
            YES_COUNTS(o) || EARLY_COUNTS(o)) ->
            settled[o] = without_effect; confirmed[o] = false;
            if :: exec[o] == running || exec[o] == lost -> exec[o] = cancelled_during
               :: exec[o] == succeeded && CANCEL_WINS -> exec[o] = cancelled_during
               :: else fi
       :: else
       fi
    :: else
    fi;
    seen = absent; early = false }
}

/* the budget is spent: unknown, whose name is on it is not modelled */
inline giveUp(o, mine)
{
  d_step {
    if
    :: HOLDS(mine) && UNSETTLED(o) -> WRITE(mine);
       GIVEN_UP(o);
       if :: exec[o] == running -> exec[o] = lost :: else fi
    :: else
    fi }
}

proctype Node(byte lives)
{
  byte mine;
  byte left = lives;
  mtype:job seen;
  bool early;
  byte looks = 3;                                        /* the budget, in looks */
again:
  atomic { barrier != none -> claim++; mine = claim }
end:
  do
  :: left > 0 -> left--; goto again       /* dies; another life, another claim */
  :: atomic { HOLDS(mine) && barrier == requested -> WRITE(mine); barrier = sweeping }
  :: d_step { HOLDS(mine) && barrier == sweeping && IN_SCOPE(0) && exec[0] == queued ->
       WRITE(mine); exec[0] = cancelled_before }
  :: d_step { HOLDS(mine) && barrier == sweeping && IN_SCOPE(1) && exec[1] == queued ->
       WRITE(mine); exec[1] = cancelled_before }
  :: atomic { HOLDS(mine) && barrier == sweeping &&
       !(IN_SCOPE(0) && exec[0] == queued) && !(IN_SCOPE(1) && exec[1] == queued) ->
       WRITE(mine); barrier = settling }
  :: barrier == settling && looks > 0 && IN_SCOPE(0) && UNSETTLED(0) -> looks--; look(0, mine)
  :: barrier == settling && looks > 0 && IN_SCOPE(1) && UNSETTLED(1) -> looks--; look(1, mine)
  :: barrier == settling && IN_SCOPE(0) && UNSETTLED(0) -> giveUp(0, mine)
  :: barrier == settling && IN_SCOPE(1) && UNSETTLED(1) -> giveUp(1, mine)
  :: atomic { HOLDS(mine) && barrier == settling && !PENDING && !UNKNOWNS ->
       WRITE(mine); barrier = quiet; confirmed[0] = false; confirmed[1] = false }
  :: atomic { HOLDS(mine) && barrier == settling && !PENDING && UNKNOWNS ->
       WRITE(mine); barrier = incomplete }
  /* the quiet period is over: the provider has carried out every cancel that it took */
  :: barrier == quiet && !promised[0] && !promised[1] && TO_CONFIRM(0) ->
       seen = job[0];
       d_step { if
         :: HOLDS(mine) && barrier == quiet && TO_CONFIRM(0) -> WRITE(mine);
            if :: seen == committed -> settled[0] = completed
               :: else -> confirmed[0] = true fi
         :: else fi; seen = absent }
  :: barrier == quiet && !promised[0] && !promised[1] && TO_CONFIRM(1) ->
       seen = job[1];
       d_step { if
         :: HOLDS(mine) && barrier == quiet && TO_CONFIRM(1) -> WRITE(mine);
            if :: seen == committed -> settled[1] = completed
               :: else -> confirmed[1] = true fi
         :: else fi; seen = absent }
  :: atomic { HOLDS(mine) && barrier == quiet && !PENDING && !UNKNOWNS && LOOKED_AGAIN -> WRITE(mine); barrier = certified; receipts++ }
  od
}

/*
 * Two scenes, because both at once are too many states: with TREE two operations, a promotion and
 * one node; without it one operation and two nodes, one of which dies and comes back.
 */
init {
  atomic {
    run Worker(0);
    run Operator();
#ifdef TREE
    run Worker(1);
    run Promoter();
    run Node(0)
#else
    exec[1] = cancelled_before;
    run Node(1);
    run Node(0)
#endif
  }
}

/* S1 and S2: nothing of the scope begins after the commit of the stop */
#define NO_LATE_START   (started_late == 0)
/* S4 and S6: what a certified receipt calls "no effect" has none, now and for ever */
#define NO_HIDDEN(o)    (!(barrier == certified && IN_SCOPE(o) && settled[o] == without_effect && \
                           job[o] == committed))
#define RECEIPT_MEANS   (!(barrier == certified) || (!PENDING && !UNKNOWNS))
/* S5: a proven result stays */
#define FACT(o)         (!(finished[o] && job[o] == committed && exec[o] == cancelled_during))
/* S7: no write under an old claim; S8: one barrier */
#define FENCED          (!wrote_stale)
#define ONE_BARRIER     (barriers <= 1)

ltl safe {
  [] (NO_LATE_START && NO_HIDDEN(0) && NO_HIDDEN(1) && RECEIPT_MEANS && FACT(0) && FACT(1) &&
      FENCED && ONE_BARRIER)
}
/* L1 and L2: under weak fairness a stop reaches a receipt, or says that it is incomplete */
ltl live { [] ((barrier != none) -> <> (barrier == certified || barrier == incomplete)) }
