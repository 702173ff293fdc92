package dev.quietus.execution.files;

/** Whether the content of a file is kept, so that it can be had back. */
public sealed interface Keeping {
    /**
     * It is kept.
     *
     * @param blob its name in the content store
     */
    record Kept(String blob) implements Keeping {}

    /**
     * It is not kept.
     *
     * @param reason why not
     */
    record NotKept(Reason reason) implements Keeping {}

    /** Why content is not kept. */
    enum Reason {
        /** It is larger than the limit for one file. */
        TOO_LARGE("the file is larger than what is kept of one file"),
        /** The limit for all kept content was reached before it. */
        BUDGET_SPENT("all the room for kept content was taken by other files"),
        /** It belongs to a git repository's own data, which only fits together as a whole. */
        REPOSITORY("it is a git repository's own data; use git to go back"),
        /** It is an object of a git repository; its name is its digest. */
        REPOSITORY_OBJECT("it is an object of a git repository, named by its own digest"),
        /** It could not be read, or never stood still. */
        UNREADABLE("it could not be read"),
        /** It is what the command left; only what was there before is kept. */
        AFTERWARDS("only what was there before is kept");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** The reason for people. */
        public String words() {
            return words;
        }
    }
}
