package io.redisjobs.sample.web;

import io.redisjobs.JobRefusedException;
import io.redisjobs.UnknownQueueException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Tells clients what was wrong with their request. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

	@ExceptionHandler
	ProblemDetail unknownQueue(UnknownQueueException ex) {
		return problem(HttpStatus.NOT_FOUND, "Unknown queue", ex);
	}

	@ExceptionHandler
	ProblemDetail unknownJob(UnknownJobException ex) {
		return problem(HttpStatus.NOT_FOUND, "Unknown job", ex);
	}

	@ExceptionHandler
	ProblemDetail refused(JobRefusedException ex) {
		return problem(HttpStatus.BAD_REQUEST, "Job refused", ex);
	}

	@ExceptionHandler
	ProblemDetail bad(BadRequestException ex) {
		ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, ex.title(), ex);
		if (ex.location() != null) {
			problem.setProperty("line", ex.location().getLineNr());
			problem.setProperty("column", ex.location().getColumnNr());
		}
		return problem;
	}

	private static ProblemDetail problem(HttpStatus status, String title, Exception ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, String.valueOf(ex.getMessage()));
		problem.setTitle(title);
		return problem;
	}

}
